import { createHash } from 'node:crypto';
import { normalisePath } from './request-path.ts';
import type { Backend, Canary, Endpoint, Rewrite, Route, RouteTable } from './route-table.ts';

/** What a backend is chosen by. */
export interface ChoiceInput {
  header(name: string): string | undefined;
  /** In [0, 1). */
  random(): number;
}

/** The backend of a request and, where a cookie of the client names one of its endpoints, that endpoint. */
export interface BackendChoice {
  readonly backend: Backend;
  readonly stickyEndpoint?: Endpoint;
}

/** Chooses among the backends of a route; undefined when the route has none that takes requests. */
export function chooseBackend(route: Route, table: RouteTable, input: ChoiceInput): BackendChoice | undefined {
  const sticky = stickyChoice(route, table, input);
  if (sticky !== undefined) return sticky;
  const key =
    route.canary !== undefined && takesCanary(route.canary, input)
      ? route.canary.backendKey
      : weightedKey(route, input);
  const backend = key === undefined ? undefined : table.backends.get(key);
  return backend === undefined ? undefined : { backend };
}

function weightedKey({ backends }: Route, { random }: ChoiceInput): string | undefined {
  const [first] = backends;
  if (backends.length < 2) return first === undefined || first.weight === 0 ? undefined : first.backendKey;
  const total = backends.reduce((sum, { weight }) => sum + weight, 0);
  let left = random() * total;
  for (const { weight, backendKey } of backends) {
    if (left < weight) return backendKey;
    left -= weight;
  }
  return undefined;
}

function takesCanary(canary: Canary, { header, random }: ChoiceInput): boolean {
  if (canary.header !== undefined) {
    const { name, value, pattern } = canary.header;
    const given = header(name);
    if (given !== undefined) {
      if (value !== undefined || pattern !== undefined) {
        if (value === given || pattern?.test(given) === true) return true;
      } else if (given === 'always') return true;
      else if (given === 'never') return false;
    }
  }
  if (canary.cookie !== undefined) {
    const given = readCookie(header('cookie'), canary.cookie);
    if (given === 'always') return true;
    if (given === 'never') return false;
  }
  return canary.weight > 0 && random() * canary.weightTotal < canary.weight;
}

/** The value of a cookie in the Cookie header. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return undefined;
}

/** A client with the cookie stays where it was, on the canary too. */
function stickyChoice(route: Route, table: RouteTable, { header }: ChoiceInput): BackendChoice | undefined {
  if (route.affinity === undefined) return undefined;
  const value = readCookie(header('cookie'), route.affinity.cookieName);
  if (value === undefined) return undefined;
  const keys = route.backends.map(({ backendKey }) => backendKey);
  if (route.canary !== undefined) keys.push(route.canary.backendKey);
  for (const key of keys) {
    const backend = table.backends.get(key);
    const endpoint = backend?.endpoints.find((each) => affinityValue(key, each) === value);
    if (backend !== undefined && endpoint !== undefined) return { backend, stickyEndpoint: endpoint };
  }
  return undefined;
}

/** The cookie's value for an endpoint: the address itself is not for clients. */
export function affinityValue(backendKey: string, endpoint: Endpoint): string {
  return createHash('sha256').update(`${backendKey} ${endpoint.key}`).digest('hex').slice(0, 32);
}

/** Set-Cookie for a client that was sent to an endpoint. */
export function affinityCookie(
  { affinity }: Pick<Route, 'affinity'>,
  backendKey: string,
  endpoint: Endpoint,
): string | undefined {
  if (affinity === undefined) return undefined;
  const value = affinityValue(backendKey, endpoint);
  return `${affinity.cookieName}=${value}; Path=${affinity.cookiePath}; HttpOnly${affinity.cookieAttributes}`;
}

/**
 * The target for the backend: the path as the client wrote it, or rewritten; the query stays. Undefined when the rewritten
 * path is none that may be sent.
 */
export function rewriteTarget(route: Route, path: string, target: string): string | undefined {
  if (route.rewrite === undefined) return target;
  const rewritten = rewritePath(route.rewrite, route, path);
  if (normalisePath(rewritten) === undefined) return undefined;
  const question = target.indexOf('?');
  return question < 0 ? rewritten : rewritten + target.slice(question);
}

/** A path after a rewrite, always absolute. */
export function rewritePath(rewrite: Rewrite, { path: match }: Route, path: string): string {
  if (rewrite.type === 'prefix') {
    const rest = path.slice(rewrite.prefix.length).replace(/^\//, '');
    const base = rewrite.replacement.replace(/\/$/, '');
    if (rest !== '') return `${base}/${rest}`;
    return path.endsWith('/') && path.length > 1 ? `${base}/` : base === '' ? '/' : base;
  }
  const groups = match.type === 'pattern' ? (match.pattern.exec(path) ?? []) : [];
  const replaced = rewrite.target.replaceAll(/\$(\$|\d)/g, (_all, name: string) =>
    name === '$' ? '$' : name === '0' ? '$0' : (groups[Number(name)] ?? ''),
  );
  return replaced.startsWith('/') ? replaced : `/${replaced}`;
}
