import { type IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock, Logger } from '@kubemin/base';
import { BEARER_PROTOCOL } from '@kubemin/client';
import { acceptHeaders, offeredProtocols, WebSocketConnection, websocketFrame } from '@kubemin/kubeapi/stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AuthorizedRequest } from '../accounts/index.ts';
import { ApiError, type EventBursts, type RouteResponse } from '../api/index.ts';
import { requestMessages } from '../messages/index.ts';
import { type RequestRecorder, requestPath } from '../metrics/index.ts';
import type { CorsSettings } from './cors.ts';
import { repeatEvery } from './every-interval.ts';

/** Streams of events over a WebSocket: text frames that each hold `{"id","event","data"}`. */
const EVENT_PROTOCOL = 'v1.events.kubemin.io';

/** Close codes: 1000, 1012 and 1011 are those of RFC 6455; codes from 4000 on belong to the application. */
const CLOSE_CODES = { done: 1000, failed: 1011, restarting: 1012, unauthorized: 4401 } as const;

/** Readers of events have nothing to send. */
const MAX_MESSAGE_BYTES = 64 * 1024;
/** How long the other end may take to close its side. */
const CLOSE_MS = 5_000;
/** A reader that takes nothing for this long is cut off. */
const STALLED_MS = 60_000;

/** A request to turn its connection into a WebSocket. */
export interface WebSocketRequest {
  readonly key: string;
  /** Those of the client's choice, without the token. */
  readonly protocols: readonly string[];
  readonly socket: Socket;
}

/** Whether a request asks for a WebSocket. Others, such as h2c, are served as if they had not asked. */
export function isWebSocketRequest({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

/** The connections of a server that ask to become WebSockets, and those that have. */
export class WebSockets {
  readonly #requests = new WeakMap<IncomingMessage, WebSocketRequest>();
  readonly #open = new Set<Socket>();
  #settled: (() => void) | undefined;

  /** Passes upgrade requests through the routes of the server: an error is an ordinary response. */
  listen(app: FastifyInstance): void {
    app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      // It always is one of the network; only the type of the event is wider.
      if (!(socket instanceof Socket)) return void socket.destroy();
      // A client that breaks off is noticed by 'close'; without a listener the error would end the process.
      socket.on('error', () => undefined);
      if (head.byteLength > 0) socket.unshift(head);
      const offered = offeredProtocols(request.headers['sec-websocket-protocol']);
      const protocols = offered.filter((name) => !name.startsWith(BEARER_PROTOCOL));
      this.#requests.set(request, { key: request.headers['sec-websocket-key'] ?? '', protocols, socket });
      const response = new ServerResponse(request);
      response.shouldKeepAlive = false;
      response.assignSocket(socket);
      response.once('finish', () => {
        if (!this.#open.has(socket)) socket.end();
      });
      app.routing(request, response);
    });
  }

  find(request: FastifyRequest): WebSocketRequest | undefined {
    return this.#requests.get(request.raw);
  }

  /** Sends the head that makes the connection a WebSocket. */
  accept(reply: FastifyReply, { key, socket }: WebSocketRequest, protocol: string | undefined): void {
    this.#open.add(socket);
    socket.once('close', () => {
      this.#open.delete(socket);
      if (this.#open.size === 0) this.#settled?.();
    });
    socket.setNoDelay(true);
    reply.hijack();
    reply.raw.writeHead(101, acceptHeaders(key, protocol));
    reply.raw.end();
  }

  /** Resolves when all are closed. */
  settled(): Promise<void> {
    if (this.#open.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#settled = resolve;
    });
  }

  destroy(): void {
    for (const socket of this.#open) socket.destroy();
  }
}

/** How a response is sent over a WebSocket; undefined for one that is not sent that way. */
export function socketResponse(result: RouteResponse, clock: Clock): SocketResponse | undefined {
  if (result.kind === 'socket') return result;
  if (result.kind === 'text') return undefined;
  const events = result.kind === 'events' ? result.events : NO_EVENTS;
  return {
    protocols: [EVENT_PROTOCOL],
    serve: ({ socket, signal }) => writeEventSocket(socket, events, { clock, signal }),
  };
}

type SocketResponse = Pick<Extract<RouteResponse, { readonly kind: 'socket' }>, 'protocols' | 'serve'>;

const NO_EVENTS: EventBursts = {
  [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }),
};

/** A request for a WebSocket that is allowed, and what its session needs. */
export interface SocketExchange {
  readonly upgrade: WebSocketRequest;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly authorized: AuthorizedRequest;
  readonly gone: AbortController;
  readonly signal: AbortSignal;
  readonly options: {
    readonly sockets: WebSockets;
    readonly clock: Clock;
    readonly logger: Logger;
    readonly recorder: RequestRecorder;
    readonly heartbeatMs: number;
    readonly closing: AbortSignal;
  };
}

/** Accepts a WebSocket and serves it until it ends; the caller's rights are checked again at each heartbeat. */
export async function serveSocket({ protocols, serve }: SocketResponse, exchange: SocketExchange): Promise<void> {
  const { upgrade, request, authorized, gone, signal, options } = exchange;
  const { socket } = upgrade;
  const protocol = chooseProtocol(upgrade.protocols, protocols);
  options.sockets.accept(exchange.reply, upgrade, protocol);
  const { clock, heartbeatMs, logger } = options;
  const streamClosed = options.recorder.streamOpened(request);
  let code: number = CLOSE_CODES.done;
  const stopAsking = repeatEvery(clock, heartbeatMs, async () => {
    if (await authorized.isStillAuthorized()) return;
    code = CLOSE_CODES.unauthorized;
    gone.abort();
  });
  const stopPinging = pingEvery(socket, clock, heartbeatMs);
  try {
    await serve({ socket, protocol, signal });
    if (options.closing.aborted && code === CLOSE_CODES.done) code = CLOSE_CODES.restarting;
  } catch (error) {
    code = CLOSE_CODES.failed;
    if (!signal.aborted)
      logger.error('A WebSocket broke off.', { requestId: request.id, path: requestPath(request), error });
  } finally {
    streamClosed();
    stopAsking();
    stopPinging();
    closeSocket(socket, code, clock);
  }
}

/** The protocol both ends know; throws when the client insists on others. */
export function chooseProtocol(offered: readonly string[], known: readonly string[]): string | undefined {
  const chosen = known.find((name) => offered.includes(name));
  if (chosen !== undefined || offered.length === 0) return chosen;
  throw new ApiError('BAD_REQUEST', requestMessages.socketProtocol({ offered, known }));
}

/** The token that a browser offers as a protocol, as the header of other clients. */
export function bearerOfProtocols({ headers }: IncomingMessage): string | undefined {
  const offered = offeredProtocols(headers['sec-websocket-protocol']).find((name) => name.startsWith(BEARER_PROTOCOL));
  if (offered === undefined) return undefined;
  return `Bearer ${Buffer.from(offered.slice(BEARER_PROTOCOL.length), 'base64url').toString()}`;
}

/**
 * Rejects WebSockets of pages that are neither of this server nor allowed by the settings. Browsers enforce CORS for
 * requests, and not for WebSockets.
 */
export function checkOrigin(request: FastifyRequest, cors: CorsSettings | undefined): void {
  const { origin } = request.headers;
  if (origin === undefined || origin === `${request.protocol}://${request.host}`) return;
  const allowed = cors?.origins ?? [];
  if (allowed.includes(origin) || allowed.includes('*')) return;
  throw new ApiError('ORIGIN_REFUSED', requestMessages.originRefused({ origin }));
}

/** Pings the client, so that proxies between keep the connection open. */
function pingEvery(socket: Socket, clock: Clock, heartbeatMs: number): () => void {
  const ping = websocketFrame('ping');
  return repeatEvery(clock, heartbeatMs, () => {
    // Frames are written whole, so that this one cannot come inside another.
    if (!socket.writableNeedDrain && !socket.writableEnded) socket.write(ping);
  });
}

/** Closes what a session has not closed, and ends the connection if the client does not. */
function closeSocket(socket: Socket, code: number, clock: Clock): void {
  if (socket.destroyed) return;
  if (!socket.writableEnded) socket.end(websocketFrame('close', Uint8Array.of(code >> 8, code & 0xff)));
  const stopWaiting = clock.after(CLOSE_MS, () => socket.destroy());
  socket.once('close', stopWaiting);
  // Without a reader the end of the other side would never be seen.
  socket.resume();
}

/** Writes events as messages until they end, the signal aborts or the client closes. */
async function writeEventSocket(
  socket: Socket,
  events: EventBursts,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  const connection = new WebSocketConnection({ socket, maxMessageBytes: MAX_MESSAGE_BYTES });
  void ignoreMessages(connection);
  for await (const burst of events) {
    for (const { id, event, data } of burst) {
      if (signal.aborted || socket.destroyed) return;
      const text = `{"id":${JSON.stringify(id)},"event":${JSON.stringify(event)},"data":${data}}`;
      const sent = connection.send(Buffer.from(text), 'text');
      sent.catch(() => undefined);
      if (!socket.writableNeedDrain) continue;
      const stopWaiting = clock.after(STALLED_MS, () => socket.destroy());
      await sent.catch(() => undefined);
      stopWaiting();
    }
  }
}

/** Reads for pings and the close; a client that breaks the protocol is disconnected. */
async function ignoreMessages(connection: WebSocketConnection): Promise<void> {
  try {
    for await (const _message of connection.messages());
  } catch {
    connection.destroy();
  }
}
