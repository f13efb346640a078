import type { Clock, Logger } from '@kubemin/base';
import { emptyReply, withHeaders } from './http-reply.ts';
import type { HttpHandler, HttpReply, HttpRequest } from './http-request.ts';
import { problemReply } from './problem.ts';
import { ProblemError } from './problem-error.ts';

/** Stands between the network and a handler: looks at, changes or replaces what goes in and what comes out. */
export type Middleware = (request: HttpRequest, next: HttpHandler) => Promise<HttpReply>;

/** A handler behind middlewares; the first one is the outermost. */
export function behind(middlewares: readonly Middleware[], handler: HttpHandler): HttpHandler {
  return middlewares.reduceRight<HttpHandler>((next, middleware) => (request) => middleware(request, next), handler);
}

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const ALLOWED_HEADERS = 'Authorization, Content-Type';
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
      'access-control-allow-headers': ALLOWED_HEADERS,
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

const NO_CACHE_HEADERS = { 'cache-control': 'no-cache, no-store, max-age=0, must-revalidate', expires: '0' };

/** What is true of objects now is not true for long, and is told to the one who asked alone. */
export const noCache: Middleware = async (request, next) => withHeaders(await next(request), NO_CACHE_HEADERS);

/** Answers whatever was thrown as a problem document; what is our own fault is logged with its cause. */
export function recovery(logger: Logger): Middleware {
  return async (request, next) => {
    try {
      return await next(request);
    } catch (error) {
      const reply = problemReply(error, request.path);
      const { method, path } = request;
      if (reply.status >= 500) logger.error('A request failed.', { method, path, status: reply.status, error });
      return reply;
    }
  };
}

/** One line per request. The query is left out, as selectors may name what is nobody's business. */
export function requestLog({ clock, logger }: { readonly clock: Clock; readonly logger: Logger }): Middleware {
  return async (request, next) => {
    const began = clock.monotonic();
    const reply = await next(request);
    const { method, path } = request;
    logger.info('Answered.', { method, path, status: reply.status, ms: Math.round(clock.monotonic() - began) });
    return reply;
  };
}

const SECURE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-xss-protection': '0',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
};
/** For a year, and only told where there is TLS to insist on. */
const INSIST_ON_TLS = { 'strict-transport-security': 'max-age=31536000' };

/** Answers are data: no page may frame them, guess their type or run anything of them. */
export function secureHeaders({ tls }: { readonly tls: boolean }): Middleware {
  const headers = tls ? { ...SECURE_HEADERS, ...INSIST_ON_TLS } : SECURE_HEADERS;
  return async (request, next) => withHeaders(await next(request), headers);
}

/** Ends waiting after `ms`: the work below is told by its signal, the caller by a 504. */
export function timeLimit({ clock, ms }: { readonly clock: Clock; readonly ms: number }): Middleware {
  return async (request, next) => {
    const late = new AbortController();
    const { promise, reject } = Promise.withResolvers<never>();
    const cancel = clock.after(ms, () => {
      const message = `no answer within ${ms} ms; what was asked for may still happen, so look before asking again`;
      const error = new ProblemError(message, { status: 504, code: 'REQUEST_TIMEOUT' });
      late.abort(error);
      reject(error);
    });
    try {
      const signal = AbortSignal.any([request.signal, late.signal]);
      return await Promise.race([next({ ...request, signal }), promise]);
    } finally {
      cancel();
    }
  };
}
