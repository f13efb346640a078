import { createServer, type IncomingMessage, type Server, type ServerOptions } from 'node:http';
import {
  createSecureServer,
  type Http2SecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { SecureContextOptions } from 'node:tls';
import { type Logger, listenError } from '@kubemin/base';
import type { ConnectionGuard } from '@kubemin/base/connections';
import type { ApiHandler } from '@kubemin/kubeapi';
import type { Authenticator } from '../auth/index.ts';
import type { AnyRequest } from './http-request.ts';
import type { AnyResponse } from './http-response.ts';
import { createRequestListener } from './request-listener.ts';
import { StreamRequest } from './stream-request.ts';
import { StreamResponse } from './stream-response.ts';
import { createUpgradeListener, isUpgrade } from './upgrade-listener.ts';

/** Clients keep connections for reuse; closing too early makes their next request fail. */
const KEEP_ALIVE_MS = 75_000;
/** As much as Kubernetes takes: a list with many names in its selector has a long URL. */
const MAX_HEADER_BYTES = 1024 * 1024;
/** A client library keeps all its watches in one connection. */
const MAX_STREAMS = 1000;
/** Beyond this a connection's new requests are refused; MAX_STREAMS of them with a piece of output each must fit. */
const SESSION_MEGABYTES = 128;

/** Key and certificate, PEM. With `clientCa`, clients may show certificates of that authority. */
export interface ServerTls {
  readonly key: string;
  readonly cert: string;
  readonly clientCa?: string;
}

/** How long a client may take to send a request; connections that take longer are closed. Responses have no limit. */
export interface RequestTimeouts {
  readonly headersMs: number;
  readonly requestMs: number;
}

const DEFAULT_TIMEOUTS: RequestTimeouts = { headersMs: 32_000, requestMs: 300_000 };

/** Where and how an API is served. */
export interface ServeApiOptions {
  readonly handler: ApiHandler;
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** `none` sends credentials in the clear: for loopback addresses only. */
  readonly tls: ServerTls | 'none';
  readonly authenticate: Authenticator;
  readonly logger: Logger;
  /** Of HTTP/1.1 clients. @default 32 s for the headers, 5 min for the whole */
  readonly timeouts?: RequestTimeouts;
  /** Shared by all ports of the process. @default connections are not bounded */
  readonly guard?: ConnectionGuard;
}

/** An API that is being served. */
export interface ApiListener {
  readonly port: number;
  /** Shows another certificate to connections from now on; those that are open go on. Without TLS it does nothing. */
  renew(tls: ServerTls): void;
  /** Ends all watches and streams, then all connections. */
  close(): Promise<void>;
}

/** Serves an API: HTTP/2 and HTTP/1.1 on one port over TLS, HTTP/1.1 without. */
export async function serveApi(options: ServeApiOptions): Promise<ApiListener> {
  const { handler, host, tls, authenticate, logger, timeouts = DEFAULT_TIMEOUTS } = options;
  const closing = new AbortController();
  const server = tls === 'none' ? createServer(http1Options(timeouts)) : secureServer(tls, timeouts);
  server.on('tlsClientError', (error) => logger.debug('a client failed the TLS handshake', { error: error.message }));
  const port = options.guard?.protect(server, tls === 'none' ? 'kubernetes-http' : 'kubernetes');
  const edge = { handler, authenticate, logger, port, closing: closing.signal };
  const listener = createRequestListener(edge);
  const active = new Set<Promise<void>>();
  const untilDone = (begun: Promise<void>): void => {
    const work = begun.finally(() => active.delete(work));
    active.add(work);
  };
  const serve = (request: AnyRequest, response: AnyResponse): void => untilDone(listener(request, response));
  server.on('request', serve);
  const upgrade = createUpgradeListener(edge);
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) =>
    untilDone(upgrade(request, socket, head)),
  );
  // An option of plain servers alone, though secure ones ask the same property.
  Object.assign(server, { shouldUpgradeCallback: isUpgrade });
  // A server with a listener for requests has been given one for streams, which turns them into requests the slow way.
  server.removeAllListeners('stream');
  server.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, _flags: number, raw: string[]) => {
    if (headers.expect === '100-continue') stream.additionalHeaders({ ':status': 100 });
    serve(new StreamRequest(stream, headers, raw), new StreamResponse(stream, headers[':method']));
  });
  const connections = new Connections(server);
  await listen(server, host, options.port);
  const address = server.address();
  return {
    port: isAddress(address) ? address.port : options.port,
    renew: (renewed) => {
      if ('setSecureContext' in server) server.setSecureContext(secureContextOptions(renewed));
    },
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

function http1Options({ headersMs, requestMs }: RequestTimeouts): ServerOptions {
  return {
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: headersMs,
  };
}

function secureServer(tls: ServerTls, timeouts: RequestTimeouts): Http2SecureServer {
  return createSecureServer({
    ...secureContextOptions(tls),
    // No client is rejected here: one without a certificate may have a token.
    ...(tls.clientCa !== undefined && { requestCert: true, rejectUnauthorized: false }),
    allowHTTP1: true,
    http1Options: http1Options(timeouts),
    maxSessionMemory: SESSION_MEGABYTES,
    settings: { maxConcurrentStreams: MAX_STREAMS },
  });
}

function secureContextOptions({ key, cert, clientCa }: ServerTls): SecureContextOptions {
  return { key, cert, ...(clientCa !== undefined && { ca: clientCa }) };
}

function listen(server: Server | Http2SecureServer, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: unknown) => reject(listenError(host, port, error)));
    server.listen(port, host, () => resolve());
  });
}

function isAddress(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

/** How long a client that does not read may hold up closing. */
const CLOSE_TIMEOUT_MS = 1000;

/** The open connections of a server, HTTP/2 sessions among them. */
class Connections {
  readonly #sessions = new Set<ServerHttp2Session>();
  readonly #sockets = new Set<Socket>();

  constructor(server: Server | Http2SecureServer) {
    server.on('session', (session: ServerHttp2Session) => {
      this.#sessions.add(session);
      session.on('close', () => this.#sessions.delete(session));
      session.on('error', () => session.destroy());
    });
    const track = (socket: Socket): void => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      socket.on('error', () => socket.destroy());
    };
    server.on('secureConnection', track);
    server.on('connection', track);
  }

  /** Ends all connections; those still open after a timeout are destroyed. */
  end(): void {
    for (const session of this.#sessions) session.close();
    for (const socket of this.#sockets) socket.destroySoon();
    const force = setTimeout(() => {
      for (const session of this.#sessions) session.destroy();
      for (const socket of this.#sockets) socket.destroy();
    }, CLOSE_TIMEOUT_MS);
    force.unref();
  }
}
