import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { type Clock, listenError, toError } from '@kubemin/base';
import type { ClientExchange, ExchangeListener } from '../ingress/exchange.ts';
import { type Deadlined, Forwarding } from '../ingress/forwarding.ts';
import { type ClientContext, type ClientLimits, Http1Client } from '../ingress/http1-client.ts';
import { HeadReader, type MessageFault } from '../ingress/http1-head.ts';
import { originHead, readAuthority } from '../ingress/request-head.ts';
import { Tunnel } from '../ingress/tunnel.ts';
import { UpstreamConnection } from '../ingress/upstream-connection.ts';
import type { Address } from '../relay/socket-relay.ts';

export interface EgressProxyLimits extends ClientLimits {
  readonly connections: number;
  readonly connectionsPerAddress: number;
  /** To find and reach a destination. */
  readonly connectMs: number;
  /** Without a byte, in a tunnel or while a response is awaited. */
  readonly silentMs: number;
}

export interface EgressProxyOptions {
  readonly clock: Clock;
  /**
   * Connects to a destination for the client with this address. Rejects with an error whose code is EACCES for one that
   * is not allowed.
   */
  readonly dial: (destination: Address, client: string, signal: AbortSignal) => Promise<Socket>;
  readonly limits?: Partial<EgressProxyLimits>;
}

const DEFAULT_LIMITS: EgressProxyLimits = {
  headBytes: 32 * 1024,
  targetBytes: 16 * 1024,
  headMs: 10_000,
  idleMs: 75_000,
  connections: 2_048,
  connectionsPerAddress: 512,
  connectMs: 10_000,
  silentMs: 600_000,
};
const SWEEP_MS = 500;
const HTTP_PORT = 80;

/** An HTTP proxy for requests of pods: CONNECT, and requests whose target is a URL. */
export class EgressProxy implements ClientContext {
  readonly heads = new HeadReader();
  readonly limits: EgressProxyLimits;
  readonly now: () => number;
  readonly #options: EgressProxyOptions;
  readonly #active = new Set<Deadlined>();
  readonly #clients = new Set<Http1Client>();
  readonly #sockets = new Map<Socket, string>();
  #server: Server | undefined;
  #isClosing = false;
  #stopSweep: () => void = () => undefined;

  constructor(options: EgressProxyOptions) {
    this.#options = options;
    this.limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.now = () => options.clock.monotonic();
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** Resolves with the port. */
  async listen({ host, port }: Address): Promise<number> {
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => this.#accept(socket));
    server.listen({ host, port });
    try {
      await once(server, 'listening');
    } catch (error) {
      throw listenError(host, port, error);
    }
    server.on('error', () => undefined);
    this.#server = server;
    this.#sweepLater();
    const address = server.address();
    return address !== null && typeof address === 'object' ? address.port : port;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#stopSweep();
    const { promise, resolve } = Promise.withResolvers<void>();
    if (this.#server === undefined) resolve();
    else this.#server.close(() => resolve());
    for (const socket of this.#sockets.keys()) socket.destroy();
    for (const each of this.#active) each.onDeadline();
    await promise;
  }

  onClosed(client: Http1Client): void {
    this.#clients.delete(client);
  }

  readTarget(method: string, target: string): string | MessageFault {
    const destination = readDestination(method, target);
    return 'status' in destination ? destination : target;
  }

  handle(exchange: ClientExchange): void {
    const { request } = exchange;
    const destination = readDestination(request.method, request.target);
    if ('status' in destination) exchange.sendText(destination.status, destination.message);
    else if (request.method === 'CONNECT' && request.hasBody) exchange.sendText(400, 'CONNECT with a body');
    else new Dialling(exchange, destination, this, this.#options, this.#active).start();
  }

  #accept(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const { connections, connectionsPerAddress } = this.limits;
    const fromAddress = [...this.#sockets.values()].filter((each) => each === address).length;
    if (this.#isClosing || this.#sockets.size >= connections || fromAddress >= connectionsPerAddress) {
      socket.on('error', () => undefined).destroy();
      return;
    }
    this.#sockets.set(socket, address);
    socket.once('close', () => this.#sockets.delete(socket));
    this.#clients.add(new Http1Client(socket, this, false, address));
  }

  #sweepLater(): void {
    this.#stopSweep = this.#options.clock.after(SWEEP_MS, () => {
      const now = this.now();
      for (const each of [...this.#active, ...this.#clients]) if (each.deadline <= now) each.onDeadline();
      this.#sweepLater();
    });
  }
}

interface Destination extends Address {
  /** As the client wrote it. */
  readonly authority: string;
  /** Path and query. */
  readonly target: string;
}

/** Where a request to a proxy is to go, or what is wrong with it. The Host of such a request does not count. */
function readDestination(method: string, target: string): Destination | MessageFault {
  const isConnect = method === 'CONNECT';
  const [, scheme = '', authority = '', rest = ''] = isConnect
    ? ['', '', target]
    : (/^([a-z]+):\/\/([^/?#]+)([^#]*)$/i.exec(target) ?? []);
  if (authority === '') {
    return { status: 400, message: 'this is a proxy: the target of a request is a URL, as http://HOST/PATH' };
  }
  if (!isConnect && scheme.toLowerCase() !== 'http') {
    return { status: 501, message: `requests to ${scheme}: go through CONNECT` };
  }
  const { host, port = isConnect ? undefined : HTTP_PORT } = readAuthority(authority) ?? {};
  if (host === undefined || host === '' || port === undefined || port < 1 || port > 65_535) {
    return { status: 400, message: 'malformed host or port of the destination' };
  }
  return {
    host: host.startsWith('[') ? host.slice(1, -1) : host,
    port,
    authority,
    target: rest.startsWith('/') ? rest : `/${rest}`,
  };
}

/** A request whose destination is not connected yet; its body is not read before. */
class Dialling implements ExchangeListener, Deadlined {
  readonly deadline: number;
  readonly #exchange: ClientExchange;
  readonly #destination: Destination;
  readonly #proxy: EgressProxy;
  readonly #options: EgressProxyOptions;
  readonly #active: Set<Deadlined>;
  readonly #ended = new AbortController();

  constructor(
    exchange: ClientExchange,
    destination: Destination,
    proxy: EgressProxy,
    options: EgressProxyOptions,
    active: Set<Deadlined>,
  ) {
    this.#exchange = exchange;
    this.#destination = destination;
    this.#proxy = proxy;
    this.#options = options;
    this.#active = active;
    this.deadline = proxy.now() + proxy.limits.connectMs;
  }

  start(): void {
    this.#exchange.listener = this;
    this.#active.add(this);
    const { host, port } = this.#destination;
    this.#options.dial({ host, port }, this.#exchange.request.remoteAddress, this.#ended.signal).then(
      (socket) => this.#connected(socket),
      (error: unknown) => this.#failed(error),
    );
  }

  onRequestData(): void {
    // The body is read when the destination is connected.
  }

  onRequestEnd(): void {
    // As above.
  }

  onClientDrain(): void {
    // Nothing was sent yet.
  }

  onClientClosed(): void {
    this.#active.delete(this);
    this.#ended.abort();
  }

  onDeadline(): void {
    this.#refuse(504, 'connecting timed out');
  }

  #connected(socket: Socket): void {
    if (this.#ended.signal.aborted) {
      socket.on('error', () => undefined).destroy();
      return;
    }
    this.#active.delete(this);
    socket.setNoDelay(true);
    if (this.#exchange.request.method === 'CONNECT') this.#tunnel(socket);
    else this.#forward(socket);
  }

  #failed(error: unknown): void {
    if (this.#ended.signal.aborted) return;
    const { message } = toError(error);
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    this.#refuse(code === 'EACCES' ? 403 : 502, message);
  }

  #refuse(status: number, message: string): void {
    this.#active.delete(this);
    this.#ended.abort();
    this.#exchange.sendText(status, `${message}: ${this.#destination.authority}`);
  }

  #tunnel(socket: Socket): void {
    const client = this.#exchange.openTunnel();
    if (client === undefined) {
      socket.destroy();
      return;
    }
    const { now, limits } = this.#proxy;
    const sockets = { client: client.socket, backend: socket };
    const tunnel: Tunnel = new Tunnel(sockets, now, limits.silentMs, () => this.#active.delete(tunnel));
    this.#active.add(tunnel);
    tunnel.start(client.rest, Buffer.alloc(0));
  }

  #forward(socket: Socket): void {
    const { host, port, authority, target } = this.#destination;
    const { now, limits, heads } = this.#proxy;
    const endpoint = { key: `http://${authority}`, address: host, port, protocol: 'http' as const };
    const backend = { key: authority, endpoints: [endpoint] };
    let connection: UpstreamConnection | undefined = new UpstreamConnection(socket, endpoint, heads, () => undefined);
    const context = {
      ...{ active: this.#active, now, currentBackend: () => backend },
      // The only connection there is; a request that fails on it is not repeated.
      pool: {
        nextEndpoint: () => (connection === undefined ? undefined : endpoint),
        takeIdle: () => {
          const taken = connection;
          connection = undefined;
          return taken;
        },
        open: () => () => undefined,
        giveBack: (used: UpstreamConnection) => used.destroy(),
      },
    };
    const { connectMs, silentMs } = limits;
    new Forwarding(context, this.#exchange, {
      route: { maxBodyBytes: 0, timeouts: { connectMs, sendMs: silentMs, readMs: silentMs } },
      choice: { backend },
      destination: authority,
      head: originHead(this.#exchange.request, authority, target),
    }).start();
  }
}
