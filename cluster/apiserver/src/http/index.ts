/**
 * Serves an `ApiHandler` over the network: `serveApi` listens with HTTP/2 and HTTP/1.1 on one port over TLS, or with
 * HTTP/1.1 without TLS, which sends credentials in the clear and is for loopback addresses only. It authenticates
 * requests and encodes responses; the bytes of an object are encoded once and shared by all readers. The size of
 * requests is limited, and with HTTP/1.1 the time to send them; responses have no limit. Closing ends all watches and
 * streams first.
 */
export { type ApiListener, type ServeApiOptions, type ServerTls, serveApi } from './serve-api.ts';
