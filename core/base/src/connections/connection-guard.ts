import type { Server, Socket } from 'node:net';
import type { Clock } from '../basics/index.ts';
import { Counter, type Metric, ObservedMetric } from '../telemetry/index.ts';
import { addressKey } from './address-key.ts';
import type { ConnectionLimits } from './connection-limits.ts';

/** Why a connection was closed. */
type CloseReason = 'idle' | 'address' | 'total';

/** An unauthenticated request may take this many times as long as an idle connection may last. */
const REQUEST_FACTOR = 10;
/** An authenticated connection is closed after this time without a request under way. */
const AUTHENTICATED_IDLE_MS = 3_600_000;

/** The remote end of a connection, as a plain socket, a TLS socket or an HTTP/2 session names it. */
export interface RemoteEnd {
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
}

/** One open connection. */
export interface GuardedConnection {
  /** A request was authenticated. The connection keeps that state until it closes. */
  authenticated(): void;
  /** A request begins; each call is followed by one of `requestEnded`. */
  requestBegan(): void;
  requestEnded(): void;
}

/** The connections of one port. */
export interface GuardedPort {
  find(remote: RemoteEnd): GuardedConnection | undefined;
}

export interface ConnectionGuardOptions {
  readonly limits: ConnectionLimits;
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
}

/**
 * Bounds the connections of all ports of a process, so that peers without a credential cannot use up its open files.
 * Where there are too many, the oldest unauthenticated connection of the address with the most of them is closed rather
 * than the new one refused: otherwise idle connections would keep out clients that are about to authenticate.
 */
export class ConnectionGuard {
  readonly #limits: ConnectionLimits;
  readonly #clock: Pick<Clock, 'monotonic' | 'after'>;
  /** Unauthenticated connections by address, the oldest first. */
  readonly #waiting = new Map<string, Set<Connection>>();
  #waitingCount = 0;
  #authenticatedCount = 0;
  readonly #closed = new Counter<'port' | 'reason'>({
    name: 'kubemin_connections_closed_total',
    help: 'Connections closed by the server because of a limit on unauthenticated peers.',
    labels: ['port', 'reason'],
  });

  constructor({ limits, clock }: ConnectionGuardOptions) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** To be added to the registries of all ports that the guard protects. */
  metrics(): readonly Metric[] {
    const open = new ObservedMetric<'state'>({
      name: 'kubemin_connections',
      help: 'Open connections, by whether a request on them was authenticated.',
      type: 'gauge',
      labels: ['state'],
      read: () => [
        { labels: { state: 'authenticated' }, value: this.#authenticatedCount },
        { labels: { state: 'unauthenticated' }, value: this.#waitingCount },
      ],
    });
    return [this.#closed, open];
  }

  /** Watches every connection of a server, from before the TLS handshake on. */
  protect(server: Server, port: string): GuardedPort {
    const connections = new Map<string, Connection>();
    server.on('connection', (socket: Socket) => {
      const key = remoteKey(socket);
      const connection = new Connection({ guard: this, port, socket, now: this.#clock.monotonic() });
      connections.set(key, connection);
      socket.once('close', () => {
        if (connections.get(key) === connection) connections.delete(key);
        this.#remove(connection);
      });
      this.#admit(connection);
    });
    // Closing the socket under a TLS connection leaves the latter open for a moment.
    server.on('secureConnection', (socket: Socket) => {
      const connection = connections.get(remoteKey(socket));
      if (connection !== undefined) connection.secured = socket;
    });
    return { find: (remote) => connections.get(remoteKey(remote)) };
  }

  /** Called by its connections. */
  promote(connection: Connection): void {
    // Beyond the bound it stays among those that may be closed: the open files are for all callers.
    if (connection.state !== 'unauthenticated' || this.#authenticatedCount >= this.#limits.authenticated) return;
    this.#removeWaiting(connection);
    connection.state = 'authenticated';
    this.#authenticatedCount += 1;
  }

  now(): number {
    return this.#clock.monotonic();
  }

  #admit(connection: Connection): void {
    const { address } = connection;
    const siblings = this.#waiting.get(address) ?? new Set();
    this.#waiting.set(address, siblings.add(connection));
    this.#waitingCount += 1;
    if (siblings.size > this.#limits.unauthenticatedPerAddress) this.#closeOldest(siblings, 'address');
    if (this.#waitingCount > this.#limits.unauthenticated) this.#closeOldest(this.#largest(), 'total');
    if (connection.state !== 'closed') this.#expire(connection, this.#limits.unauthenticatedIdleMs);
  }

  #largest(): ReadonlySet<Connection> {
    let largest: ReadonlySet<Connection> = new Set();
    for (const set of this.#waiting.values()) if (set.size > largest.size) largest = set;
    return largest;
  }

  #closeOldest(connections: ReadonlySet<Connection>, reason: CloseReason): void {
    const [oldest] = connections;
    if (oldest !== undefined) this.#close(oldest, reason);
  }

  #expire(connection: Connection, afterMs: number): void {
    connection.cancelTimer = this.#clock.after(afterMs, () => {
      const left = connection.activeAt + this.#allowance(connection) - this.#clock.monotonic();
      // Not later than an idle connection would end: a request that is under way now may end soon.
      if (left > 0) this.#expire(connection, Math.min(left, this.#idleLimit(connection)));
      else this.#close(connection, 'idle');
    });
  }

  #allowance(connection: Connection): number {
    const limit = this.#idleLimit(connection);
    if (connection.requests === 0) return limit;
    return connection.state === 'authenticated' ? Number.POSITIVE_INFINITY : limit * REQUEST_FACTOR;
  }

  #idleLimit({ state }: Connection): number {
    return state === 'authenticated' ? AUTHENTICATED_IDLE_MS : this.#limits.unauthenticatedIdleMs;
  }

  #close(connection: Connection, reason: CloseReason): void {
    this.#closed.series({ port: connection.port, reason }).add();
    this.#remove(connection);
    connection.secured?.destroy();
    connection.socket.destroy();
  }

  #remove(connection: Connection): void {
    if (connection.state === 'closed') return;
    if (connection.state === 'authenticated') this.#authenticatedCount -= 1;
    else this.#removeWaiting(connection);
    connection.state = 'closed';
    connection.cancelTimer();
  }

  #removeWaiting(connection: Connection): void {
    const siblings = this.#waiting.get(connection.address);
    siblings?.delete(connection);
    if (siblings?.size === 0) this.#waiting.delete(connection.address);
    this.#waitingCount -= 1;
  }
}

interface ConnectionOptions {
  readonly guard: Pick<ConnectionGuard, 'promote' | 'now'>;
  readonly port: string;
  readonly socket: Socket;
  readonly now: number;
}

class Connection implements GuardedConnection {
  readonly port: string;
  readonly address: string;
  readonly socket: Socket;
  secured: Socket | undefined;
  state: 'unauthenticated' | 'authenticated' | 'closed' = 'unauthenticated';
  requests = 0;
  /** When it was accepted, or the last request began or ended. */
  activeAt: number;
  cancelTimer: () => void = () => undefined;
  readonly #guard: ConnectionOptions['guard'];

  constructor({ guard, port, socket, now }: ConnectionOptions) {
    this.#guard = guard;
    this.port = port;
    this.socket = socket;
    this.address = addressKey(socket.remoteAddress ?? '');
    this.activeAt = now;
  }

  authenticated(): void {
    if (this.state === 'unauthenticated') this.#guard.promote(this);
  }

  requestBegan(): void {
    this.requests += 1;
    this.activeAt = this.#guard.now();
  }

  requestEnded(): void {
    this.requests -= 1;
    this.activeAt = this.#guard.now();
  }
}

function remoteKey({ remoteAddress = '', remotePort = 0 }: RemoteEnd): string {
  return `${remoteAddress} ${remotePort}`;
}
