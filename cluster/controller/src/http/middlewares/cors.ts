import { emptyReply, withHeaders } from '../http-reply.ts';
import type { HttpRequest } from '../http-request.ts';
import type { Middleware } from '../middleware.ts';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const HEADERS = 'Authorization, Content-Type';
const MAX_AGE_SECONDS = '43200';

/** Lets pages of the named origins (`*`: of any) ask. Cookies are never allowed: callers bring a token. */
export function cors(origins: readonly string[]): Middleware {
  return async (request, next) => {
    const origin = allowedOrigin(request, origins);
    if (origin === undefined) return next(request);
    const allowed = { 'access-control-allow-origin': origin, vary: 'Origin' };
    if (!isPreflight(request)) {
      return withHeaders(await next(request), { ...allowed, 'cross-origin-resource-policy': 'cross-origin' });
    }
    return withHeaders(emptyReply(), {
      ...allowed,
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': HEADERS,
      'access-control-max-age': MAX_AGE_SECONDS,
    });
  };
}

function allowedOrigin({ headers: { origin } }: HttpRequest, origins: readonly string[]): string | undefined {
  if (origin === undefined) return undefined;
  if (origins.includes('*')) return '*';
  return origins.includes(origin) ? origin : undefined;
}

function isPreflight({ method, headers }: HttpRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}
