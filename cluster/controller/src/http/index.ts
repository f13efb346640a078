/**
 * Small HTTP servers: routes, bodies, TLS and shutdown.
 */
export { type BindAddress, parseBindAddress } from './bind-address.ts';
export { type HttpListenerOptions, listenHttp } from './http-listener.ts';
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
