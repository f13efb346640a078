import type { HttpHandler, HttpReply, HttpRequest } from './http-request.ts';

/** Stands between the network and a handler: looks at, changes or replaces what goes in and what comes out. */
export type Middleware = (request: HttpRequest, next: HttpHandler) => Promise<HttpReply>;

/** A handler behind middlewares; the first one is the outermost. */
export function behind(middlewares: readonly Middleware[], handler: HttpHandler): HttpHandler {
  return middlewares.reduceRight<HttpHandler>((next, middleware) => (request) => middleware(request, next), handler);
}
