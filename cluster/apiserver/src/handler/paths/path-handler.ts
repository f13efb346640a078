import { type ApiRequest, type ApiResponse, methodNotAllowed } from '@kubemin/kubeapi';
import { objectResponse } from '../../registry/index.ts';
import { type Discovery, SERVER_VERSION } from './discovery.ts';

/** Handles requests for paths that are not about objects. */
export type PathHandler = (request: ApiRequest, path: string) => ApiResponse;

/** Whether the server can do its work. */
export interface HealthCheck {
  readonly healthy: () => boolean;
  /** Why it cannot take writes, although it lives. */
  readonly writeProblem: () => string | undefined;
}

const HEALTH_PATHS = ['/healthz', '/livez', '/readyz'];

/** Something else that is served at paths of its own; undefined for paths that are not. */
export interface PathSource {
  respond(request: ApiRequest, path: string): ApiResponse | undefined;
}

/** Health, version, discovery and what `more` has; everything else is not there. */
export function createPathHandler(
  discovery: Discovery,
  check: HealthCheck,
  more: readonly PathSource[] = [],
): PathHandler {
  return (request, path) => {
    const clean = path.length > 1 ? path.replace(/\/$/, '') : path;
    if (request.method !== 'GET') return notFoundResponse(request, clean, discovery);
    if (HEALTH_PATHS.some((health) => clean === health || clean.startsWith(`${health}/`)))
      return healthResponse(clean, check);
    if (clean === '/version') return objectResponse(200, SERVER_VERSION);
    const { accept, 'if-none-match': known } = request.headers;
    const found = discovery.respond(clean, accept ?? '', known) ?? firstResponse(more, request, clean);
    return found ?? text(404, '404 page not found\n');
  };
}

function firstResponse(sources: readonly PathSource[], request: ApiRequest, path: string): ApiResponse | undefined {
  for (const source of sources) {
    const found = source.respond(request, path);
    if (found !== undefined) return found;
  }
  return undefined;
}

function healthResponse(path: string, { healthy, writeProblem }: HealthCheck): ApiResponse {
  if (!healthy()) return text(500, 'the storage cannot be reached');
  // A restart makes no room: a full disk is no reason to call the process dead.
  const problem = path.startsWith('/readyz') ? writeProblem() : undefined;
  return problem === undefined ? text(200, 'ok') : text(500, `not ready: reads are served, writes are not: ${problem}`);
}

function notFoundResponse(request: ApiRequest, path: string, discovery: Discovery): ApiResponse {
  if (discovery.respond(path, '') === undefined) return text(404, '404 page not found\n');
  throw methodNotAllowed({ group: '', plural: path }, request.method);
}

function text(status: number, body: string): ApiResponse {
  return { kind: 'text', status, headers: { 'content-type': 'text/plain; charset=utf-8' }, text: body };
}
