import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { type Logger, TerminalError, toError } from '@kubemin/base';
import type { ApiHandler } from '@kubemin/kubeapi';
import type { Authenticator } from '../auth/authentication/authenticator.ts';
import { createRequestListener } from './request-listener.ts';

/** Clients keep connections for reuse; closing too early makes their next request fail. */
const KEEP_ALIVE_MS = 75_000;
/** A client library keeps all its watches in one connection. */
const MAX_STREAMS = 1000;
/** Beyond this a connection's new requests are refused; MAX_STREAMS of them with a piece of output each must fit. */
const SESSION_MEGABYTES = 128;
/** How long a client that does not read may hold up closing. */
const CLOSE_PATIENCE_MS = 1000;

/** Where and how an API is served. */
export interface ServeApiOptions {
  readonly handler: ApiHandler;
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** PEM. With `clientCa`, clients may show certificates of that authority; see certificateAuthenticator. */
  readonly tls: { readonly key: string; readonly cert: string; readonly clientCa?: string };
  readonly authenticate: Authenticator;
  readonly logger: Logger;
}

/** An API that is being served. */
export interface ApiListener {
  readonly port: number;
  /** Ends all watches, then all connections. */
  close(): Promise<void>;
}

/** Serves an API over TLS: HTTP/2 and HTTP/1.1 on one port. */
export async function serveApi(options: ServeApiOptions): Promise<ApiListener> {
  const { handler, host, port, tls, authenticate, logger } = options;
  const closing = new AbortController();
  const server = createSecureServer({
    key: tls.key,
    cert: tls.cert,
    // Nobody is turned away here: a client without a certificate may have a token.
    ...(tls.clientCa !== undefined && { ca: tls.clientCa, requestCert: true, rejectUnauthorized: false }),
    allowHTTP1: true,
    maxSessionMemory: SESSION_MEGABYTES,
    settings: { maxConcurrentStreams: MAX_STREAMS },
  });
  Object.assign(server, { keepAliveTimeout: KEEP_ALIVE_MS });
  const listener = createRequestListener({ handler, authenticate, logger, closing: closing.signal });
  const active = new Set<Promise<void>>();
  server.on('request', (request, response) => {
    const work = listener(request, response).finally(() => active.delete(work));
    active.add(work);
  });
  const connections = trackConnections(server);
  server.on('tlsClientError', (error) => logger.debug('a client failed the TLS handshake', { error: error.message }));
  await listen(server, host, port);
  const address = server.address();
  return {
    port: isAddress(address) ? address.port : port,
    close: async () => {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      closing.abort();
      await Promise.allSettled(active);
      connections.end();
      await closed;
    },
  };
}

interface Connections {
  end(): void;
}

function trackConnections(server: Http2SecureServer): Connections {
  const sessions = new Set<ServerHttp2Session>();
  const sockets = new Set<Socket>();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
    session.on('error', () => session.destroy());
  });
  server.on('secureConnection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  });
  return {
    end: () => {
      for (const session of sessions) session.close();
      for (const socket of sockets) socket.destroySoon();
      const force = setTimeout(() => {
        for (const session of sessions) session.destroy();
        for (const socket of sockets) socket.destroy();
      }, CLOSE_PATIENCE_MS);
      force.unref();
    },
  };
}

function listen(server: Http2SecureServer, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, host, port)));
    server.listen(port, host, () => resolve());
  });
}

function listenError(thrown: unknown, host: string, port: number): TerminalError {
  const error = toError(thrown);
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new TerminalError(
      `port ${port} on ${host} is taken: stop the program that uses it, or choose another port (0 picks a free one)`,
      { code: 'PORT_TAKEN', cause: error },
    );
  }
  return new TerminalError(`cannot listen on ${host}:${port}: ${error.message}`, {
    code: 'LISTEN_FAILED',
    cause: error,
  });
}

function isAddress(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}
