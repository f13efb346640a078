import { api, words } from './page-data.js';

const TOKEN = 'kubemin.token';
const ID = 'kubemin.session';
const LAST_WORDS = 'kubemin.lastWords';

/** Nobody is logged in, or not any more. */
export class LoginNeeded extends Error {}

/** Asks the API as whoever is logged in. */
export async function call(path, { method = 'GET', headers = {}, body } = {}) {
  const authorization = `Bearer ${sessionStorage.getItem(TOKEN) ?? ''}`;
  const response = await fetch(`${api}${path}`, {
    method,
    headers: { authorization, ...headers },
    body,
    redirect: 'error',
  });
  if (response.status === 401) throw new LoginNeeded(words.sessionOver);
  if (!response.ok) throw new Error((await response.json()).message);
  return response;
}

/** What the API answers at a path. */
export const read = async (path) => (await call(path)).json();

export const isLoggedIn = () => sessionStorage.getItem(TOKEN) !== null;

/** Spends the code of the address. It goes from the address first: neither a reload nor the history may spend it again. */
export async function logIn() {
  const code = /^#login=(.+)$/.exec(location.hash)?.[1];
  if (code === undefined) return;
  history.replaceState(null, '', location.pathname + location.search);
  const response = await fetch(`${api}/login`, {
    method: 'POST',
    body: JSON.stringify({ code }),
    redirect: 'error',
  });
  // Whoever is logged in stays so, with a code or without.
  if (response.status === 401 && isLoggedIn()) return;
  if (response.status === 401) throw new LoginNeeded(words.codeSpent);
  if (!response.ok) throw new Error((await response.json()).message);
  const { token, id } = await response.json();
  sessionStorage.setItem(TOKEN, token);
  sessionStorage.setItem(ID, id);
}

/** Ends the session here, and the token of it everywhere. Where the server does not do that, the next page says so. */
export async function logOut() {
  const id = sessionStorage.getItem(ID);
  try {
    await call(`/tokens/${encodeURIComponent(id)}`, { method: 'DELETE' });
  } catch (error) {
    // A token that opens nothing any more is at its end already.
    if (!(error instanceof LoginNeeded)) {
      sessionStorage.setItem(LAST_WORDS, `${words.notRevoked} kubemin token revoke ${id} (${error.message})`);
    }
  }
  forget();
}

/** Why nobody is logged in; what logging out has left to say is said once. */
export function reasonToLogIn() {
  const lastWords = sessionStorage.getItem(LAST_WORDS);
  sessionStorage.removeItem(LAST_WORDS);
  return new LoginNeeded(lastWords ?? words.loginNeeded);
}

export function forget() {
  sessionStorage.removeItem(TOKEN);
  sessionStorage.removeItem(ID);
}
