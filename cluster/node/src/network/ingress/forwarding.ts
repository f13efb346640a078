import { affinityCookie, type BackendChoice } from './choose-backend.ts';
import type { ClientExchange, ExchangeListener } from './exchange.ts';
import { chunkHeader, lastChunk } from './http1-body.ts';
import type { HeaderList, ResponseHead } from './http1-head.ts';
import { clientHeaders } from './request-head.ts';
import type { Backend, Endpoint, Route } from './route-table.ts';
import { Tunnel } from './tunnel.ts';
import type { ResponseListener, UpstreamConnection } from './upstream-connection.ts';
import type { ConnectListener, UpstreamPool } from './upstream-pool.ts';

/** Something with a time limit that the proxy watches over. */
export interface Deadlined {
  /** On the monotonic clock; Infinity is none. */
  readonly deadline: number;
  onDeadline(): void;
}

/** What forwarding needs of the proxy. */
export interface ForwardingContext {
  readonly pool: Pick<UpstreamPool, 'nextEndpoint' | 'takeIdle' | 'open' | 'giveBack'>;
  readonly active: Set<Deadlined>;
  now(): number;
  /** The endpoints of a backend at this moment. */
  currentBackend(key: string): Backend | undefined;
}

/** What is sent where. */
export interface ForwardingPlan {
  readonly route: Pick<Route, 'maxBodyBytes' | 'timeouts' | 'affinity'>;
  readonly choice: BackendChoice;
  /** Where the request was meant to go, for messages. */
  readonly destination: string;
  /** The head of the request for the backend. */
  readonly head: string;
}

/** How much of a request's body is kept to send it again. */
const MAX_REPLAY_BYTES = 64 * 1024;
const CLIENT_BODY_MS = 60_000;
const CLIENT_WRITE_MS = 60_000;
const IDEMPOTENT: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE']);

/**
 * One request on its way to a backend and the response on its way back.
 *
 * A request is sent to another endpoint only while no byte of it was sent: the connection could not be made. One exception:
 * a backend may close a connection in the moment it is used, as one that was kept open for long enough, or because the
 * backend is being stopped and has left the table; an idempotent request is then repeated once, on a new connection.
 */
export class Forwarding implements ResponseListener, ExchangeListener, ConnectListener, Deadlined {
  deadline = Number.POSITIVE_INFINITY;
  readonly #context: ForwardingContext;
  readonly #exchange: ClientExchange;
  readonly #plan: ForwardingPlan;
  readonly #tried: Endpoint[] = [];
  readonly #requestEnds: number;
  #backendEnds = Number.POSITIVE_INFINITY;
  #connection: UpstreamConnection | undefined;
  #cancelConnect: (() => void) | undefined;
  #sticky: Endpoint | undefined;
  #replay: Buffer[] | undefined;
  #replayTrailers: HeaderList | undefined;
  #bodyBytes = 0;
  #isReading = false;
  #isRequestDone: boolean;
  #isRetried = false;
  #isHeadSent = false;
  #isUpstreamFull = false;
  #isClientFull = false;
  #isDone = false;
  #failure = 'no endpoint takes connections';

  constructor(context: ForwardingContext, exchange: ClientExchange, plan: ForwardingPlan) {
    this.#context = context;
    this.#exchange = exchange;
    this.#plan = plan;
    this.#sticky = plan.choice.stickyEndpoint;
    const { request } = exchange;
    this.#isRequestDone = !request.hasBody;
    this.#replay = request.hasBody && IDEMPOTENT.has(request.method) ? [] : undefined;
    const { requestMs } = plan.route.timeouts;
    this.#requestEnds = requestMs === undefined ? Number.POSITIVE_INFINITY : context.now() + requestMs;
    exchange.listener = this;
  }

  start(): void {
    this.#context.active.add(this);
    this.#attempt();
  }

  onConnected(connection: UpstreamConnection): void {
    this.#cancelConnect = undefined;
    this.#send(connection);
  }

  onConnectFailed(): void {
    this.#cancelConnect = undefined;
    this.#failure = 'connection failed';
    this.#attempt();
  }

  onRequestData(chunk: Buffer): void {
    const connection = this.#connection;
    if (connection === undefined) return;
    this.#bodyBytes += chunk.length;
    const { maxBodyBytes } = this.#plan.route;
    if (maxBodyBytes > 0 && this.#bodyBytes > maxBodyBytes) {
      this.#fail(413, 'request body too large');
      return;
    }
    const { length } = this.#exchange.request;
    if (length !== undefined && this.#bodyBytes > length) {
      this.#fail(400, 'request body longer than Content-Length');
      return;
    }
    if (this.#replay !== undefined) {
      if (this.#bodyBytes > MAX_REPLAY_BYTES) this.#replay = undefined;
      else this.#replay.push(chunk);
    }
    if (!this.#write(connection, chunk)) {
      this.#isUpstreamFull = true;
      this.#exchange.pauseBody();
    }
    this.#touch();
  }

  onRequestEnd(trailers: HeaderList | undefined): void {
    const { length } = this.#exchange.request;
    if (length !== undefined && this.#bodyBytes < length) {
      this.#fail(400, 'request body shorter than Content-Length');
      return;
    }
    this.#isRequestDone = true;
    this.#replayTrailers = trailers;
    if (length === undefined) this.#connection?.socket.write(lastChunk(trailers), 'latin1');
    this.#touch();
  }

  onClientDrain(): void {
    this.#isClientFull = false;
    this.#connection?.socket.resume();
    this.#touch();
  }

  onClientClosed(): void {
    this.#finish();
  }

  onReadStart(): void {
    this.#exchange.cork();
  }

  onReadEnd(): void {
    this.#exchange.uncork();
  }

  onUpstreamDrain(): void {
    this.#isUpstreamFull = false;
    this.#exchange.resumeBody();
    this.#touch();
  }

  onInformational(head: ResponseHead): void {
    this.#exchange.sendInformational(head);
    this.#touch();
  }

  onResponseHead(head: ResponseHead, length: number | undefined, hasBody: boolean): void {
    const headers = clientHeaders(head);
    const { route, choice } = this.#plan;
    const endpoint = this.#connection?.endpoint;
    if (route.affinity !== undefined && endpoint !== undefined && endpoint.key !== choice.stickyEndpoint?.key) {
      const cookie = affinityCookie(route, choice.backend.key, endpoint);
      if (cookie !== undefined) headers.add('Set-Cookie', 'set-cookie', cookie);
    }
    this.#isHeadSent = true;
    this.#exchange.sendHead({ status: head.status, reason: head.reason, headers, hasBody, length });
    this.#touch();
  }

  onBodyData(chunk: Buffer): void {
    if (!this.#exchange.sendData(chunk)) {
      this.#isClientFull = true;
      this.#connection?.socket.pause();
    }
    this.#touch();
  }

  onBodyEnd(trailers: HeaderList | undefined): void {
    const connection = this.#connection;
    this.#connection = undefined;
    this.#isDone = true;
    this.#context.active.delete(this);
    if (connection !== undefined) {
      if (this.#isRequestDone) this.#context.pool.giveBack(connection);
      else connection.destroy();
    }
    this.#exchange.sendEnd(trailers);
  }

  onSwitched(head: ResponseHead, rest: Buffer): void {
    const connection = this.#connection;
    if (connection === undefined) return;
    const client = this.#exchange.request.upgrade === undefined ? undefined : this.#exchange.switchProtocols(head);
    if (client === undefined) {
      this.#fail(502, 'unexpected switch of protocols');
      return;
    }
    this.#connection = undefined;
    const backend = connection.release();
    this.#finish();
    const { active, now } = this.#context;
    const idleMs = this.#plan.route.timeouts.readMs;
    const tunnel: Tunnel = new Tunnel({ client: client.socket, backend }, now, idleMs, () => active.delete(tunnel));
    active.add(tunnel);
    tunnel.start(client.rest, rest);
  }

  onUpstreamFailed(isUntouched: boolean, message: string): void {
    const connection = this.#connection;
    this.#connection = undefined;
    if (this.#isHeadSent) {
      this.#exchange.abort();
      this.#finish();
      return;
    }
    const isRepeatable = IDEMPOTENT.has(this.#exchange.request.method) && !this.#isRetried && this.#isBodyAvailable;
    if (isUntouched && isRepeatable && connection !== undefined && this.#isExpectedClose(connection)) {
      this.#isRetried = true;
      this.#isUpstreamFull = false;
      this.#tried.length = 0;
      if (!this.#isRequestDone) this.#exchange.pauseBody();
      this.#attempt();
    } else this.#fail(502, message);
  }

  onDeadline(): void {
    const now = this.#context.now();
    if (this.#cancelConnect !== undefined && now < this.#requestEnds) {
      this.#cancelConnect();
      this.#cancelConnect = undefined;
      this.#failure = 'connection timed out';
      this.#attempt();
    } else if (this.#isHeadSent) {
      this.#exchange.abort();
      this.#finish();
    } else if (this.#isWaitingForClient && now < Math.min(this.#requestEnds, this.#backendEnds)) {
      this.#fail(408, 'request body timed out');
    } else this.#fail(504, 'timed out');
  }

  /** The backend closed a connection that it may have taken for unused, or it is being stopped. */
  #isExpectedClose({ isReused, endpoint }: UpstreamConnection): boolean {
    if (isReused) return true;
    const current = this.#context.currentBackend(this.#plan.choice.backend.key);
    return current?.endpoints.some(({ key }) => key === endpoint.key) !== true;
  }

  /** Nothing of the body was read yet, or all that was read is still here. */
  get #isBodyAvailable(): boolean {
    return !this.#isReading || this.#replay !== undefined;
  }

  get #isWaitingForClient(): boolean {
    return !this.#isRequestDone && !this.#isUpstreamFull;
  }

  #attempt(): void {
    const { pool, now } = this.#context;
    const { choice, route } = this.#plan;
    const { key, endpoints } = this.#context.currentBackend(choice.backend.key) ?? choice.backend;
    const endpoint = this.#takeSticky(endpoints) ?? pool.nextEndpoint(key, endpoints, this.#tried);
    if (endpoint === undefined) {
      const isTimeout = this.#failure === 'connection timed out';
      if (endpoints.length === 0) this.#fail(503, 'no endpoints');
      else this.#fail(isTimeout ? 504 : 502, this.#failure);
      return;
    }
    this.#tried.push(endpoint);
    const idle = this.#isRetried ? undefined : pool.takeIdle(endpoint);
    if (idle !== undefined) {
      this.#send(idle);
      return;
    }
    this.deadline = Math.min(now() + route.timeouts.connectMs, this.#requestEnds);
    this.#cancelConnect = pool.open(endpoint, this);
  }

  #takeSticky(endpoints: readonly Endpoint[]): Endpoint | undefined {
    const sticky = this.#sticky;
    this.#sticky = undefined;
    return sticky === undefined ? undefined : endpoints.find(({ key }) => key === sticky.key);
  }

  #send(connection: UpstreamConnection): void {
    this.#connection = connection;
    const { backendMs } = this.#plan.route.timeouts;
    if (backendMs !== undefined) this.#backendEnds = this.#context.now() + backendMs;
    const { request } = this.#exchange;
    if (!request.hasBody) {
      connection.begin(this, request.method, this.#plan.head);
      this.#touch();
      return;
    }
    connection.socket.cork();
    connection.begin(this, request.method, this.#plan.head);
    if (this.#isReading) this.#sendAgain(connection);
    else {
      this.#isReading = true;
      this.#exchange.readBody();
    }
    connection.socket.uncork();
    this.#touch();
  }

  #sendAgain(connection: UpstreamConnection): void {
    for (const chunk of this.#replay ?? []) this.#write(connection, chunk);
    this.#replay = undefined;
    if (!this.#isRequestDone) this.#exchange.resumeBody();
    else if (this.#exchange.request.length === undefined) {
      connection.socket.write(lastChunk(this.#replayTrailers), 'latin1');
    }
  }

  #write({ socket }: UpstreamConnection, chunk: Buffer): boolean {
    if (this.#exchange.request.length !== undefined) return socket.write(chunk);
    socket.cork();
    socket.write(chunkHeader(chunk.length), 'latin1');
    socket.write(chunk);
    const isReady = socket.write('\r\n', 'latin1');
    socket.uncork();
    return isReady;
  }

  /** Sets the time limit for what is awaited now. */
  #touch(): void {
    if (this.#isDone) return;
    const { sendMs, readMs } = this.#plan.route.timeouts;
    const limit = this.#isClientFull
      ? CLIENT_WRITE_MS
      : this.#isUpstreamFull
        ? sendMs
        : this.#isRequestDone || this.#isHeadSent
          ? readMs
          : CLIENT_BODY_MS;
    this.deadline = Math.min(this.#context.now() + limit, this.#requestEnds, this.#backendEnds);
  }

  #fail(status: number, message: string): void {
    this.#finish();
    if (this.#isHeadSent) this.#exchange.abort();
    else this.#exchange.sendText(status, `${message}: ${this.#plan.destination}`);
  }

  #finish(): void {
    this.#isDone = true;
    this.#context.active.delete(this);
    this.#cancelConnect?.();
    this.#cancelConnect = undefined;
    this.#connection?.destroy();
    this.#connection = undefined;
  }
}
