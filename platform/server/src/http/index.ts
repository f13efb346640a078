/**
 * The HTTP server: `createHttpApp` serves bound routes, event streams and the web pages with fastify. Each request is
 * authenticated, audited if it may change something, and authorized before its body is read; streams are authorized
 * again while they last. All errors have one shape; texts of internal errors are only logged, since they may hold
 * secrets, and the access log omits queries. `gracefulClose` finishes running requests.
 */
export type { CorsSettings } from './cors.ts';
export { DescriptionService } from './description/description-service.ts';
export { createHttpApp, gracefulClose } from './http-app.ts';
export { consolePages } from './web/console-pages.ts';
export { WebSockets } from './web-socket.ts';
