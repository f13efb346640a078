// Runs in the browser: logs in by the code of the address, draws what the address means, and draws it again when something happens.
import { element } from './drawing.js';
import { next, words } from './page-data.js';
import { call, forget, isLoggedIn, LoginNeeded, logIn, logOut, reasonToLogIn } from './session.js';
import { viewOf, views } from './views.js';

const RECONNECT_MS = 2_000;
const REDRAW_MS = 250;

function showNext(view, names = {}) {
  const lines = Object.entries(next[view]).flatMap(([command, purpose]) => {
    const typed = command.replace(/\b(NAME|ID)\b/, (word) => names[word] ?? word);
    return [element('dt', {}, element('code', {}, typed)), element('dd', {}, purpose)];
  });
  document.querySelector('#next dl').replaceChildren(...lines);
  document.querySelector('#next').hidden = false;
}

async function draw() {
  const [view, id] = viewOf(location.pathname);
  const { parts, title, names } = await views[view](id);
  document.querySelector('#view').replaceChildren(...parts);
  document.title = title === undefined ? words.title : `${title} · ${words.title}`;
  showNext(view, names);
}

/** Calls back for what happens from now on, until the connection breaks. */
async function listen(onEvent) {
  const response = await call('/events?topics=applications,runs');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = '', chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const blocks = (rest + chunk.value).split('\n\n');
    rest = blocks.pop();
    if (blocks.some((block) => block.includes('event:'))) onEvent();
  }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Draws one at a time; what happens meanwhile is drawn together. */
function redrawer() {
  let wanted = false;
  let busy = false;
  return async () => {
    wanted = true;
    if (busy) return;
    busy = true;
    while (wanted) {
      wanted = false;
      await draw().catch(tell);
      await pause(REDRAW_MS);
    }
    busy = false;
  };
}

function tell(error) {
  const login = error instanceof LoginNeeded;
  const spent = error.message === words.codeSpent;
  const hint = spent ? words.codeSpentMore : words.howToLogIn;
  const more = login
    ? [element('p', {}, hint), element('pre', {}, element('code', {}, 'kubemin open'))]
    : [element('p', {}, error.message)];
  const heading = element('h1', {}, login ? error.message : words.failed);
  document.querySelector('#view').replaceChildren(element('div', { class: 'notice', role: 'alert' }, heading, ...more));
  document.querySelector('#log-out').hidden = login;
  document.querySelector('#next').hidden = true;
}

async function start() {
  await logIn();
  if (!isLoggedIn()) throw reasonToLogIn();
  const [live, leave] = [document.querySelector('#live'), document.querySelector('#log-out')];
  leave.addEventListener('click', () => logOut().then(() => location.reload()));
  leave.hidden = false;
  const redraw = redrawer();
  // Also the first time: a server that cannot answer now is asked again as soon as it tells of something.
  void redraw();
  for (;;) {
    try {
      await listen(() => {
        live.textContent = words.live;
        void redraw();
      });
    } catch (error) {
      if (error instanceof LoginNeeded) throw error;
    }
    live.textContent = words.reconnecting;
    await pause(RECONNECT_MS);
  }
}

// Another code in the address of a page that is open already.
addEventListener('hashchange', () => location.reload());
start().catch((error) => {
  document.querySelector('#live').textContent = '';
  if (error instanceof LoginNeeded) forget();
  tell(error);
});
