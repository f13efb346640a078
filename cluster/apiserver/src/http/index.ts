/**
 * Listens on HTTP and HTTPS and passes requests to the handler.
 */
export { type ApiListener, type ServeApiOptions, type ServerTls, serveApi } from './serve-api.ts';
