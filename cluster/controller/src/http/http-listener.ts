import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type Logger, listenError, TerminalError, toError } from '@kubemin/base';
import { httpMessages } from '../messages/index.ts';
import type { HttpHandler, HttpReply, HttpRequest } from './http-request.ts';
import { problemReply } from './problem.ts';
import { readBody } from './request-body.ts';

const MAX_BODY_BYTES = 1024 * 1024;
const KEEP_ALIVE_MS = 75_000;
const CLOSE_TIMEOUT_MS = 15_000;

/** A handler and where it is served. */
export interface HttpListenerOptions {
  readonly handler: HttpHandler;
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Key and certificate, PEM. @default plain HTTP */
  readonly tls?: { readonly key: string; readonly cert: string } | undefined;
  /** @default 1 MiB */
  readonly maxBodyBytes?: number | undefined;
  readonly logger: Logger;
}

/** A handler that is being served. */
export interface HttpListener {
  /** `http://127.0.0.1:18002`, with the actual port. */
  readonly url: string;
  readonly port: number;
  /** Stops accepting connections and waits for pending responses. */
  close(): Promise<void>;
}

/** Serves a handler over HTTP/1.1; rejects with a TerminalError when the address cannot be used. */
export async function listenHttp(options: HttpListenerOptions): Promise<HttpListener> {
  const { host, tls } = options;
  const settings = { keepAliveTimeout: KEEP_ALIVE_MS };
  const server = tls === undefined ? createServer(settings) : createTlsServer({ ...settings, ...tls });
  const active = new Set<Promise<void>>();
  server.on('request', (incoming, response) => {
    const work = handleRequest(incoming, response, options).finally(() => active.delete(work));
    active.add(work);
  });
  server.on('tlsClientError', (error) => options.logger.debug('A client failed the TLS handshake.', { error }));
  await listen(server, host, options.port);
  const address = server.address();
  const port = isAddress(address) ? address.port : options.port;
  const name = host.includes(':') ? `[${host}]` : host;
  return { url: `${tls === undefined ? 'http' : 'https'}://${name}:${port}`, port, close: () => close(server, active) };
}

async function handleRequest(
  incoming: IncomingMessage,
  response: ServerResponse,
  options: HttpListenerOptions,
): Promise<void> {
  const disconnected = new AbortController();
  const sent = new Promise<void>((resolve) => {
    response.on('close', () => {
      if (!response.writableFinished) disconnected.abort();
      resolve();
    });
  });
  const request = toHttpRequest(incoming, disconnected.signal, options.maxBodyBytes ?? MAX_BODY_BYTES);
  try {
    send(response, await callHandler(request, options), request.method);
    await sent;
  } catch (error) {
    options.logger.error('A response could not be sent.', { path: request.path, error: toError(error) });
    response.destroy();
  }
}

async function callHandler(request: HttpRequest, { handler, logger }: HttpListenerOptions): Promise<HttpReply> {
  try {
    return await handler(request);
  } catch (error) {
    const reply = problemReply(error, request.path);
    if (reply.status >= 500) logger.error('A request failed.', { path: request.path, error });
    return reply;
  }
}

function toHttpRequest(incoming: IncomingMessage, signal: AbortSignal, limit: number): HttpRequest {
  const url = incoming.url ?? '/';
  const mark = url.indexOf('?');
  return {
    method: incoming.method ?? 'GET',
    path: mark === -1 ? url : url.slice(0, mark),
    query: new URLSearchParams(mark === -1 ? '' : url.slice(mark + 1)),
    headers: incoming.headers,
    signal,
    body: () => readBody(incoming, limit),
  };
}

function send(response: ServerResponse, reply: HttpReply, method: string): void {
  const hasBody = reply.status !== 204 && reply.status !== 304;
  const length = hasBody ? { 'content-length': Buffer.byteLength(reply.body) } : {};
  response.writeHead(reply.status, { ...reply.headers, ...length });
  response.end(method === 'HEAD' || !hasBody ? undefined : reply.body);
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: unknown) => reject(listenError(host, port, error)));
    server.listen(port, host, () => resolve());
  });
}

/** Idle connections are closed: some clients open them in advance and would keep them open. */
async function close(server: Server, active: ReadonlySet<Promise<void>>): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // A client that neither reads nor disconnects must not delay the end of the process.
  const force = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
  await Promise.allSettled(active);
  server.closeAllConnections();
  await closed;
  clearTimeout(force);
}

function isAddress(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

/** The address a server listens on, or that it is off. */
export type BindAddress =
  | { readonly kind: 'off' }
  | { readonly kind: 'listen'; readonly host: string; readonly port: number };

/** An address without a host is reachable from this machine only; anything else must be explicit. */
const DEFAULT_HOST = '127.0.0.1';
const MAX_PORT = 65_535;

/**
 * Reads `:18001`, `0.0.0.0:18001` or `[::1]:18001`; '' and `0` turn the server off. Port 0 of an address picks a
 * free one. Throws a TerminalError for anything else.
 */
export function parseBindAddress(text: string): BindAddress {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === '0') return { kind: 'off' };
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]\s/]*)):(\d{1,5})$/.exec(trimmed);
  const port = Number(match?.[3]);
  if (match === null || port > MAX_PORT) {
    throw new TerminalError(httpMessages.badAddress({ text, max: MAX_PORT }), { code: 'BIND_ADDRESS_INVALID' });
  }
  return { kind: 'listen', host: match[1] || match[2] || DEFAULT_HOST, port };
}
