import type { Clock } from '@kubemin/base';
import type { HeadReader } from './http1-head.ts';
import type { Endpoint } from './route-table.ts';
import { openSocket, UpstreamConnection } from './upstream-connection.ts';

/** Unused connections kept per endpoint. */
const MAX_IDLE_PER_ENDPOINT = 128;
/** An endpoint that refused a connection is tried last for this long. */
const SUSPECT_MS = 5_000;

/** Waits for a connection; exactly one of the two is called, once. */
export interface ConnectListener {
  onConnected(connection: UpstreamConnection): void;
  onConnectFailed(message: string): void;
}

/** Connections to endpoints, kept open between requests while their endpoint is in the table. */
export class UpstreamPool {
  readonly #clock: Clock;
  readonly #heads: HeadReader;
  readonly #idle = new Map<string, UpstreamConnection[]>();
  readonly #suspects = new Map<string, number>();
  readonly #turns = new Map<string, number>();
  #endpointKeys: ReadonlySet<string> = new Set();
  #isClosed = false;

  constructor(clock: Clock, heads: HeadReader) {
    this.#clock = clock;
    this.#heads = heads;
  }

  /** Number of unused connections. */
  get idleCount(): number {
    let count = 0;
    for (const connections of this.#idle.values()) count += connections.length;
    return count;
  }

  /** Closes unused connections to endpoints that are not in the table any more; used ones when their request ends. */
  setEndpoints(keys: ReadonlySet<string>, backends: ReadonlyMap<string, unknown>): void {
    this.#endpointKeys = keys;
    for (const key of this.#turns.keys()) if (!backends.has(key)) this.#turns.delete(key);
    for (const [key, connections] of this.#idle) {
      if (keys.has(key)) continue;
      this.#idle.delete(key);
      for (const connection of connections) connection.destroy();
    }
    for (const key of this.#suspects.keys()) if (!keys.has(key)) this.#suspects.delete(key);
  }

  /** The next endpoint of a backend in turn; those that refused connections lately come last. */
  nextEndpoint(backendKey: string, endpoints: readonly Endpoint[], tried: readonly Endpoint[]): Endpoint | undefined {
    if (endpoints.length === 1 && tried.length === 0) return endpoints[0];
    const turn = (this.#turns.get(backendKey) ?? -1) + 1;
    this.#turns.set(backendKey, turn % 0x3fffffff);
    let suspect: Endpoint | undefined;
    for (let step = 0; step < endpoints.length; step += 1) {
      const endpoint = endpoints[(turn + step) % endpoints.length];
      if (endpoint === undefined || tried.some(({ key }) => key === endpoint.key)) continue;
      if (!this.#isSuspect(endpoint.key)) return endpoint;
      suspect ??= endpoint;
    }
    return suspect;
  }

  /** An unused connection, the one used last first. */
  takeIdle(endpoint: Endpoint): UpstreamConnection | undefined {
    const connections = this.#idle.get(endpoint.key);
    for (let next = connections?.pop(); next !== undefined; next = connections?.pop()) {
      // One that the backend may be closing right now is no use: not every request can be sent again.
      if (!next.isClosed && next.idleUntil > this.#clock.monotonic()) return next;
      next.destroy();
    }
    return undefined;
  }

  /** Opens a connection; the return value gives up waiting for it. */
  open(endpoint: Endpoint, listener: ConnectListener): () => void {
    let isSettled = false;
    const socket = openSocket(
      endpoint,
      () => {
        if (isSettled) return;
        isSettled = true;
        this.#suspects.delete(endpoint.key);
        socket.off('error', onError);
        listener.onConnected(new UpstreamConnection(socket, endpoint, this.#heads, this.#forget));
      },
      onError,
    );
    const fail = (): void => {
      isSettled = true;
      socket.destroy();
      this.#suspects.set(endpoint.key, this.#clock.monotonic() + SUSPECT_MS);
    };
    function onError(error: Error): void {
      if (isSettled) return;
      fail();
      listener.onConnectFailed(error.message);
    }
    return () => {
      if (isSettled) return;
      fail();
      socket.on('error', () => undefined);
    };
  }

  /** Takes a connection back after a complete exchange. */
  giveBack(connection: UpstreamConnection): void {
    const { key } = connection.endpoint;
    if (!connection.finish() || connection.idleMs <= 0 || this.#isClosed || !this.#endpointKeys.has(key)) {
      connection.destroy();
      return;
    }
    const connections = this.#idle.get(key) ?? [];
    if (connections.length === 0) this.#idle.set(key, connections);
    connection.idleUntil = this.#clock.monotonic() + connection.idleMs;
    connections.push(connection);
    if (connections.length > MAX_IDLE_PER_ENDPOINT) connections.shift()?.destroy();
  }

  /** Closes connections that were unused for too long. */
  sweep(now: number): void {
    for (const [key, connections] of this.#idle) {
      const kept = connections.filter(({ idleUntil }) => idleUntil > now);
      if (kept.length === connections.length) continue;
      for (const connection of connections) if (connection.idleUntil <= now) connection.destroy();
      if (kept.length === 0) this.#idle.delete(key);
      else this.#idle.set(key, kept);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.setEndpoints(new Set(), new Map());
  }

  readonly #forget = (connection: UpstreamConnection): void => {
    const { key } = connection.endpoint;
    const kept = this.#idle.get(key)?.filter((each) => each !== connection) ?? [];
    if (kept.length === 0) this.#idle.delete(key);
    else this.#idle.set(key, kept);
  };

  #isSuspect(key: string): boolean {
    const until = this.#suspects.get(key);
    if (until === undefined) return false;
    if (until > this.#clock.monotonic()) return true;
    this.#suspects.delete(key);
    return false;
  }
}
