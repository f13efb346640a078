import type { Clock, Logger } from '@kubemin/base';
import { httpMessages } from '../messages/index.ts';
import { emptyReply, withHeaders } from './http-reply.ts';
import type { HttpHandler, HttpReply, HttpRequest } from './http-request.ts';
import { problemReply } from './problem.ts';
import { ProblemError } from './problem-error.ts';

/** Wraps a handler: reads, changes or replaces requests and responses. */
export type Middleware = (request: HttpRequest, next: HttpHandler) => Promise<HttpReply>;

/** Wraps a handler in middlewares; the first one is the outermost. */
export function applyMiddlewares(middlewares: readonly Middleware[], handler: HttpHandler): HttpHandler {
  return middlewares.reduceRight<HttpHandler>((next, middleware) => (request) => middleware(request, next), handler);
}

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const ALLOWED_HEADERS = 'Authorization, Content-Type';
const MAX_AGE_SECONDS = '43200';

/** Allows requests from pages of the named origins (`*`: any). Cookies are never allowed: callers send a token. */
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

/** Responses are current only for a moment and meant for one caller. */
export const noCache: Middleware = async (request, next) => withHeaders(await next(request), NO_CACHE_HEADERS);

/** Converts thrown errors to problem documents; errors from status 500 on are logged with their cause. */
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

/** One line per request. The query is omitted, as selectors may contain private data. */
export function requestLog({ clock, logger }: { readonly clock: Clock; readonly logger: Logger }): Middleware {
  return async (request, next) => {
    const began = clock.monotonic();
    const reply = await next(request);
    const { method, path } = request;
    logger.info('Handled a request.', {
      method,
      path,
      status: reply.status,
      ms: Math.round(clock.monotonic() - began),
    });
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
/** For a year; only sent over TLS. */
const HSTS_HEADERS = { 'strict-transport-security': 'max-age=31536000' };

/** Responses are data: no page may frame them, sniff their type or execute them. */
export function secureHeaders({ tls }: { readonly tls: boolean }): Middleware {
  const headers = tls ? { ...SECURE_HEADERS, ...HSTS_HEADERS } : SECURE_HEADERS;
  return async (request, next) => withHeaders(await next(request), headers);
}

/** Aborts the signal of the request after `ms` and responds with a 504. */
export function timeLimit({ clock, ms }: { readonly clock: Clock; readonly ms: number }): Middleware {
  return async (request, next) => {
    const late = new AbortController();
    const { promise, reject } = Promise.withResolvers<never>();
    const cancel = clock.after(ms, () => {
      const message = httpMessages.timedOut({ ms });
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
