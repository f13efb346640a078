import { BlockList, connect, createServer, isIP, type Server, type Socket } from 'node:net';
import type { Clock } from '@kubemin/base';
import type { EndpointPicker } from './endpoint-picker.ts';
import type { ServiceEndpoint, ServiceEntry } from './service-table.ts';

/** What all TCP entries of a proxy share. */
export interface TcpShared {
  readonly clock: Clock;
  readonly connectTimeoutMs: number;
  readonly maxConnections: number;
  /** Sockets of clients whose connections are being forwarded. */
  readonly clients: Set<Socket>;
  /** Sockets to endpoints; one can outlive its client while it still has to send what it was given. */
  readonly upstreams: Set<Socket>;
}

const SOCKET_OPTIONS = {
  /** An end of input is forwarded as such, and the response to it still comes back. */
  allowHalfOpen: true,
  noDelay: true,
  /** Finds peers that went away without a word. */
  keepAlive: true,
  keepAliveInitialDelay: 60_000,
};

/** Accepts connections for one entry and forwards each to an endpoint. */
export class TcpForwarder {
  readonly #picker: EndpointPicker;
  readonly #shared: TcpShared;
  readonly #server: Server;

  constructor(picker: EndpointPicker, shared: TcpShared) {
    this.#picker = picker;
    this.#shared = shared;
    this.#server = createServer({ ...SOCKET_OPTIONS, pauseOnConnect: true }, (client) => void this.#forward(client));
  }

  /** Rejects with the error of the system when the address cannot be had. */
  open(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const { address, port } = this.#picker.entry;
    this.#server.once('error', reject);
    this.#server.listen({ host: address, port, exclusive: true }, () => {
      this.#server.off('error', reject);
      // Accepting can fail for a moment, as when there are no file descriptors left; the next connection is tried again.
      this.#server.on('error', () => undefined);
      resolve();
    });
    return promise;
  }

  /** Stops accepting. Connections that are established go on, as with the proxies of the kernel. */
  close(): void {
    this.#server.close();
  }

  async #forward(client: Socket): Promise<void> {
    const { clients, maxConnections } = this.#shared;
    client.on('error', () => client.destroy());
    const from = client.remoteAddress;
    if (from === undefined || clients.size >= maxConnections || !mayConnect(from, this.#picker.entry)) {
      client.resetAndDestroy();
      return;
    }
    clients.add(client);
    client.on('close', () => clients.delete(client));
    for (const endpoint of this.#picker.order(from)) {
      const upstream = await this.#connect(endpoint);
      if (client.destroyed) {
        upstream?.destroy();
        return;
      }
      if (upstream === undefined) continue;
      this.#picker.remember(from, endpoint);
      joinSockets(client, upstream);
      return;
    }
    client.resetAndDestroy();
  }

  /** Resolves with undefined when the endpoint does not accept the connection. */
  #connect({ address, port }: ServiceEndpoint): Promise<Socket | undefined> {
    const { promise, resolve } = Promise.withResolvers<Socket | undefined>();
    const { clock, connectTimeoutMs, upstreams } = this.#shared;
    const upstream = connect({ host: address, port, ...SOCKET_OPTIONS });
    upstreams.add(upstream);
    upstream.on('close', () => upstreams.delete(upstream));
    const giveUp = (): void => {
      upstream.destroy();
      resolve(undefined);
    };
    const cancel = clock.after(connectTimeoutMs, giveUp);
    upstream.once('error', giveUp);
    upstream.once('connect', () => {
      upstream.off('error', giveUp);
      upstream.on('error', () => upstream.destroy());
      resolve(upstream);
    });
    return promise.finally(cancel);
  }
}

/** Forwards data, ends of input and resets between two sockets, at the speed of the slower one. */
function joinSockets(client: Socket, upstream: Socket): void {
  // A normal close needs nothing here: the other side may still have to send what it was given.
  client.on('error', () => upstream.resetAndDestroy());
  upstream.on('error', () => client.resetAndDestroy());
  client.on('close', () => {
    if (!client.readableEnded) upstream.destroy();
  });
  client.pipe(upstream);
  upstream.pipe(client);
}

/** Whether the source ranges of an entry allow a client. */
export function mayConnect(client: string, { sourceRanges }: ServiceEntry): boolean {
  if (sourceRanges === undefined) return true;
  const allowed = new BlockList();
  for (const range of sourceRanges) {
    const [network = '', prefix = ''] = range.split('/');
    const family = isIP(network);
    const length = Number(prefix);
    // An unreadable range allows nothing.
    if (family === 0 || prefix === '' || !(length >= 0 && length <= (family === 6 ? 128 : 32))) continue;
    allowed.addSubnet(network, length, family === 6 ? 'ipv6' : 'ipv4');
  }
  return allowed.check(client, isIP(client) === 6 ? 'ipv6' : 'ipv4');
}
