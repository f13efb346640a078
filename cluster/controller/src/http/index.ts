/**
 * Small HTTP/1.1 servers: `listenHttp` serves an `HttpHandler`, `HttpRouter` routes, and middlewares wrap handlers.
 * Bodies are limited (1 MiB by default). Errors become problem documents (RFC 9457) without the messages of internal
 * errors. Closing waits for pending responses. It depends on no other module of this package.
 */
export { type BindAddress, type HttpListenerOptions, listenHttp, parseBindAddress } from './http-listener.ts';
export { emptyReply, jsonReply, textReply } from './http-reply.ts';
export type { HttpHandler, HttpReply, HttpRequest } from './http-request.ts';
export { HttpRouter, type RoutedRequest, type RouteHandler, type Routes } from './http-router.ts';
export {
  applyMiddlewares,
  cors,
  type Middleware,
  noCache,
  recovery,
  requestLog,
  secureHeaders,
  timeLimit,
} from './middleware.ts';
export { ProblemError, type ProblemField } from './problem-error.ts';
export { jsonBody } from './request-body.ts';
