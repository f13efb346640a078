import { once } from 'node:events';
import { constants, performServerHandshake, type ServerHttp2Session } from 'node:http2';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import { type Clock, listenError, ProgrammingError, type Random } from '@kubemin/base';
import { addressKey } from '@kubemin/base/connections';
import { chooseBackend, rewritePath, rewriteTarget } from './choose-backend.ts';
import type { ClientExchange, ClientRequest } from './exchange.ts';
import { type Deadlined, Forwarding, type ForwardingContext, type ForwardingPlan } from './forwarding.ts';
import { type ClientContext, type ClientLimits, Http1Client } from './http1-client.ts';
import { HeadReader } from './http1-head.ts';
import { Http2Exchange, readStream } from './http2-client.ts';
import { matchRoute } from './match-route.ts';
import { backendHead, readAddress } from './request-head.ts';
import type { Backend, Redirect, Route, RouteTable } from './route-table.ts';
import { selfSignedCertificate } from './self-signed.ts';
import { TlsContexts } from './tls-contexts.ts';
import { UpstreamPool } from './upstream-pool.ts';

/** Limits on clients. */
export interface ProxyLimits extends ClientLimits {
  readonly connections: number;
  readonly connectionsPerAddress: number;
}

/** @see IngressControllerOptions, which has the same fields. */
export interface IngressProxyOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly limits?: Partial<ProxyLimits>;
  readonly defaultCertificate?: { readonly cert: string; readonly key: string };
  readonly trustForwardedHeaders?: boolean;
}

/** Where to listen; a port that is not given is not served, 0 is a free one. */
export interface ListenOptions {
  readonly host: string;
  readonly httpPort?: number;
  readonly httpsPort?: number;
}

/** The ports that are listened on. */
export interface ListeningPorts {
  readonly httpPort?: number;
  readonly httpsPort?: number;
}

const DEFAULT_LIMITS: ProxyLimits = {
  headBytes: 16 * 1024,
  targetBytes: 8 * 1024,
  headMs: 10_000,
  idleMs: 75_000,
  connections: 16_384,
  connectionsPerAddress: 2_048,
};
const SWEEP_MS = 100;

/** A response that the proxy makes itself. */
interface OwnResponse {
  readonly status: number;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>>;
}

/** Takes requests from clients and forwards them by the table of the moment. */
export class IngressProxy implements ClientContext, ForwardingContext {
  readonly heads = new HeadReader();
  readonly limits: ProxyLimits;
  readonly active = new Set<Deadlined>();
  readonly pool: UpstreamPool;
  readonly now: () => number;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #tls: TlsContexts;
  readonly #trustForwarded: boolean;
  readonly #clients = new Set<Http1Client>();
  readonly #sessions = new Map<ServerHttp2Session, number>();
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #perAddress = new Map<string, number>();
  #table: RouteTable;
  #tlsServer: TlsServer | undefined;
  #httpsPort: number | undefined;
  #isClosing = false;
  #stopSweep: () => void = () => undefined;

  constructor(
    { clock, random, limits, defaultCertificate, trustForwardedHeaders = false }: IngressProxyOptions,
    table: RouteTable,
  ) {
    this.#clock = clock;
    this.#random = random;
    this.now = () => clock.monotonic();
    this.limits = { ...DEFAULT_LIMITS, ...limits };
    this.#trustForwarded = trustForwardedHeaders;
    this.pool = new UpstreamPool(clock, this.heads);
    const fallback = defaultCertificate ?? selfSignedCertificate(['ingress.local'], clock.now(), random);
    this.#tls = new TlsContexts({ id: 'default', ...fallback });
    this.#table = table;
    this.setTable(table);
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** Requests that begin from now on see the new table; those under way finish as they began. */
  setTable(table: RouteTable): void {
    this.#table = table;
    const before = this.#tls.default;
    this.#tls.setCertificates(table.certificates);
    const { default: certificate } = this.#tls;
    if (certificate !== before) this.#tlsServer?.setSecureContext(certificate);
    this.pool.setEndpoints(table.endpointKeys, table.backends);
  }

  async listen({ host, httpPort, httpsPort }: ListenOptions): Promise<ListeningPorts> {
    const ports: { httpPort?: number; httpsPort?: number } = {};
    if (httpPort !== undefined) {
      const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => this.#accept(socket, false));
      ports.httpPort = await this.#open(server, host, httpPort);
    }
    if (httpsPort !== undefined) {
      const server = this.#createTlsServer();
      this.#tlsServer = server;
      ports.httpsPort = await this.#open(server, host, httpsPort);
      this.#httpsPort = ports.httpsPort;
    }
    this.#sweepLater();
    return ports;
  }

  /** Stops listening, lets requests under way finish for `graceMs`, then closes all connections. */
  async close(graceMs = 0): Promise<void> {
    if (this.#isClosing) return;
    this.#isClosing = true;
    const closed = this.#servers.map((server) => once(server, 'close'));
    for (const server of this.#servers) server.close();
    for (const client of this.#clients) if (client.isIdle) client.destroy();
    for (const session of this.#sessions.keys()) session.close();
    const deadline = this.now() + graceMs;
    while (this.active.size > 0 && this.now() < deadline) await this.#clock.sleep(Math.min(SWEEP_MS, graceMs));
    this.#stopSweep();
    for (const session of this.#sessions.keys()) session.destroy();
    // Also those whose handshake is not complete.
    for (const socket of this.#sockets) socket.destroy();
    for (const each of this.active) each.onDeadline();
    this.pool.close();
    await Promise.all(closed);
  }

  currentBackend(key: string): Backend | undefined {
    return this.#table.backends.get(key);
  }

  onClosed(client: Http1Client): void {
    this.#clients.delete(client);
  }

  handle(exchange: ClientExchange): void {
    const decision = this.#decide(exchange.request);
    if ('status' in decision) exchange.sendText(decision.status, decision.message, decision.fields);
    else new Forwarding(this, exchange, decision).start();
  }

  #decide(request: ClientRequest): ForwardingPlan | OwnResponse {
    const address = readAddress(request);
    if ('status' in address) return address;
    const { host, path } = address;
    const table = this.#table;
    const header = (name: string) => request.headers.joined(name);
    const route = matchRoute(table, { host, path, method: request.method, header });
    if (route === undefined) return { status: 404, message: `no route: host ${host}, path ${path}` };
    const redirect = this.#redirect(request, route, host, path);
    if (redirect !== undefined) return redirect;
    const fail = (status: number, message: string, key = route.backends[0]?.backendKey) => ({
      status,
      message: `${message}: host ${host}, service ${key ?? 'none'}`,
    });
    if (route.refused !== undefined) return fail(503, route.refused);
    if (route.maxBodyBytes > 0 && (request.length ?? 0) > route.maxBodyBytes) {
      return fail(413, 'request body too large');
    }
    const choice = chooseBackend(route, table, { header, random: () => this.#random.next() });
    if (choice === undefined || choice.backend.endpoints.length === 0) {
      return fail(503, 'no endpoints', choice?.backend.key);
    }
    const target = rewriteTarget(route, path, request.target);
    if (target === undefined) return fail(400, 'path cannot be rewritten');
    const head = backendHead(request, {
      target,
      newRequestId: () => this.#random.uuid(),
      trustForwarded: this.#trustForwarded,
    });
    return { route, choice, destination: `host ${host}, service ${choice.backend.key}`, head };
  }

  #redirect(request: ClientRequest, route: Route, host: string, path: string): OwnResponse | undefined {
    const isPlain = !request.isSecure && this.#httpsPort !== undefined && host !== '';
    const isForced = route.sslRedirect === 'always' || (route.sslRedirect === 'tls' && this.#tls.has(host));
    const toHttps = { scheme: 'https', port: this.#httpsPort ?? 443, statusCode: 308 };
    const redirect = isPlain && isForced ? toHttps : route.redirect;
    if (redirect === undefined) return undefined;
    const location = redirectLocation(redirect, route, request, path);
    // Parts of it come from objects: they must not add header lines.
    if (!/^[\x21-\x7e]+$/.test(location)) return { status: 503, message: `redirect is not usable: host ${host}` };
    return { status: redirect.statusCode, message: location, fields: { Location: location } };
  }

  #createTlsServer(): TlsServer {
    const { default: certificate } = this.#tls;
    const server = createTlsServer({
      allowHalfOpen: true,
      noDelay: true,
      minVersion: 'TLSv1.2',
      handshakeTimeout: this.limits.headMs,
      ALPNProtocols: ['h2', 'http/1.1'],
      SNICallback: (name, done) => done(null, this.#tls.find(name)),
      cert: certificate.cert,
      key: certificate.key,
    });
    server.on('secureConnection', (socket) => {
      if (socket.alpnProtocol === 'h2') this.#startSession(socket);
      else this.#startClient(socket, true);
    });
    server.on('connection', (socket) => this.#accept(socket, true));
    // A handshake that fails is the client's affair; the socket is closed already.
    server.on('tlsClientError', (_error, socket) => socket.destroy());
    return server;
  }

  /** Counts a connection, and closes it when there are too many. */
  #accept(socket: Socket, isTls: boolean): void {
    const key = addressKey(socket.remoteAddress ?? '');
    const count = this.#perAddress.get(key) ?? 0;
    if (
      this.#isClosing ||
      count >= this.limits.connectionsPerAddress ||
      this.#sockets.size >= this.limits.connections
    ) {
      socket.on('error', () => undefined);
      socket.destroy();
      return;
    }
    this.#sockets.add(socket);
    this.#perAddress.set(key, count + 1);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      const left = (this.#perAddress.get(key) ?? 1) - 1;
      if (left === 0) this.#perAddress.delete(key);
      else this.#perAddress.set(key, left);
    });
    if (!isTls) this.#startClient(socket, false);
  }

  #startClient(socket: Socket, isSecure: boolean): void {
    this.#clients.add(new Http1Client(socket, this, isSecure, clientAddress(socket)));
  }

  #startSession(socket: Socket): void {
    const origin = { remoteAddress: clientAddress(socket), localPort: socket.localPort ?? 0 };
    const session = performServerHandshake(socket, {
      settings: { maxConcurrentStreams: 128, maxHeaderListSize: this.limits.headBytes, enablePush: false },
      maxHeaderListPairs: 128,
    });
    session.on('error', () => undefined);
    session.on('close', () => this.#sessions.delete(session));
    this.#sessions.set(session, this.now() + this.limits.idleMs);
    let open = 0;
    session.on('stream', (stream, headers, flags, raw) => {
      open += 1;
      this.#sessions.set(session, Number.POSITIVE_INFINITY);
      stream.on('close', () => {
        open -= 1;
        if (open === 0 && this.#sessions.has(session)) this.#sessions.set(session, this.now() + this.limits.idleMs);
      });
      const hasBody = (flags & constants.NGHTTP2_FLAG_END_STREAM) === 0;
      const request = readStream(headers, Array.isArray(raw) ? raw : [], hasBody, origin);
      if (request === undefined) {
        stream.on('error', () => undefined);
        stream.respond({ ':status': 400 }, { endStream: true });
        return;
      }
      if (request.target.length > this.limits.targetBytes) {
        new Http2Exchange(stream, request).sendText(414, 'request target too long');
        return;
      }
      this.handle(new Http2Exchange(stream, request));
    });
  }

  async #open(server: Server, host: string, port: number): Promise<number> {
    server.listen({ host, port, backlog: 1024 });
    try {
      await once(server, 'listening');
    } catch (error) {
      throw listenError(host, port, error);
    }
    this.#servers.push(server);
    return addressPort(server.address());
  }

  #sweepLater(): void {
    this.#stopSweep();
    this.#stopSweep = this.#clock.after(SWEEP_MS, () => {
      const now = this.now();
      for (const each of this.active) if (each.deadline <= now) each.onDeadline();
      for (const client of this.#clients) if (client.deadline <= now) client.onDeadline();
      for (const [session, deadline] of this.#sessions) if (deadline <= now) session.close();
      this.pool.sweep(now);
      this.#sweepLater();
    });
  }
}

function clientAddress(socket: Socket): string {
  return (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
}

function addressPort(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') {
    throw new ProgrammingError('the listening socket has no port', 'INGRESS_NO_PORT');
  }
  return address.port;
}

/** Where a redirect leads; a port is written only where it is not that of the scheme. */
function redirectLocation(redirect: Redirect, route: Route, request: ClientRequest, path: string): string {
  const scheme = redirect.scheme ?? (request.isSecure ? 'https' : 'http');
  const [, host = '', ownPort] = /^(.*?)(?::(\d+))?$/.exec(request.authority) ?? [];
  const isSameScheme = redirect.scheme === undefined || (redirect.scheme === 'https') === request.isSecure;
  const port = redirect.port ?? (isSameScheme && redirect.host === undefined && ownPort ? Number(ownPort) : undefined);
  const isUsual = port === undefined || port === (scheme === 'https' ? 443 : 80);
  const authority = `${redirect.host ?? host}${isUsual ? '' : `:${port}`}`;
  if (redirect.path === undefined) return `${scheme}://${authority}${request.target}`;
  const question = request.target.indexOf('?');
  const query = question < 0 ? '' : request.target.slice(question);
  return `${scheme}://${authority}${rewritePath(redirect.path, route, path)}${query}`;
}
