import { MAX_PATTERN_INPUT } from './path-pattern.ts';
import type { HostRoutes, Route, RouteConditions, Routing } from './route-table.ts';

/** What routes are chosen by. */
export interface RoutedRequest {
  /** Lower case, without port. */
  readonly host: string;
  /** As `normalisePath` returns it. */
  readonly path: string;
  readonly method: string;
  header(name: string): string | undefined;
}

/** The routes of a host: its own before a wildcard's, the longest wildcard before shorter ones, then those of any host. */
export function findHost(routing: Routing, host: string): HostRoutes {
  const exact = routing.hosts.get(host);
  if (exact !== undefined) return exact;
  let dot = host.indexOf('.');
  const single = dot > 0 ? routing.wildcards.get(host.slice(dot + 1)) : undefined;
  if (single !== undefined) return single;
  while (dot > 0 && routing.deepWildcards.size > 0) {
    const deep = routing.deepWildcards.get(host.slice(dot + 1));
    if (deep !== undefined) return deep;
    dot = host.indexOf('.', dot + 1);
  }
  return routing.anyHost;
}

/** The route of a request: an exact path before all others, then the longest; else the default backend. */
export function matchRoute(routing: Routing, request: RoutedRequest): Route | undefined {
  const routes = findHost(routing, request.host);
  const { path } = request;
  const exact = firstHolding(routes.exact.get(path), request);
  if (exact !== undefined) return exact;
  const prefix = longestPrefix(routes, request);
  for (const route of routes.scanned) {
    if (prefix !== undefined && prefix.path.path.length >= route.path.path.length) break;
    if (takesPath(route, path) && holds(route.conditions, request)) return route;
  }
  return prefix ?? routes.defaultRoute;
}

function longestPrefix({ prefixes }: HostRoutes, request: RoutedRequest): Route | undefined {
  if (prefixes.size === 0) return undefined;
  let end = request.path.length;
  while (end >= 0) {
    const found = firstHolding(prefixes.get(request.path.slice(0, end)), request);
    if (found !== undefined) return found;
    end = end === 0 ? -1 : request.path.lastIndexOf('/', end - 1);
  }
  return undefined;
}

function takesPath({ path: match }: Route, path: string): boolean {
  if (match.type === 'pattern') return path.length <= MAX_PATTERN_INPUT && match.pattern.test(path);
  return path.startsWith(match.path);
}

function firstHolding(routes: readonly Route[] | undefined, request: RoutedRequest): Route | undefined {
  return routes?.find(({ conditions }) => holds(conditions, request));
}

function holds(conditions: RouteConditions | undefined, request: RoutedRequest): boolean {
  if (conditions === undefined) return true;
  if (conditions.method !== undefined && conditions.method !== request.method) return false;
  return conditions.headers.every(({ name, value, pattern }) => {
    const given = request.header(name);
    return given !== undefined && (pattern === undefined ? given === value : pattern.test(given));
  });
}
