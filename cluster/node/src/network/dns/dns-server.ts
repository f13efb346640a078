import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { createServer, isIP, type Server, type Socket } from 'node:net';
import { type Clock, listenError } from '@kubemin/base';
import { type DnsForwarder, frame } from './dns-forwarder.ts';
import { DnsResponder } from './dns-responder.ts';
import type { DnsZone } from './dns-zone.ts';

export interface DnsServerOptions {
  readonly zone: DnsZone;
  /** Where to listen, over UDP and TCP; port 0 picks one that is free for both. */
  readonly listen: readonly DnsAddress[];
  /** For names outside of the cluster; without it they are refused at once. */
  readonly forwarder?: DnsForwarder | undefined;
  /** Called for each query that was refused so, with the name and the address it came from. */
  readonly onRefused?: ((name: string, client: string) => void) | undefined;
  readonly clock: Clock;
  /** TCP connections at the same time; more are closed. @default 200 */
  readonly maxConnections?: number;
  /** After which a TCP connection without a query is closed. @default 10 s */
  readonly idleMs?: number;
}

export interface DnsAddress {
  readonly address: string;
  readonly port: number;
}

/** A running name server. */
export interface DnsServer {
  readonly addresses: readonly DnsAddress[];
  close(): Promise<void>;
}

/** Rejects with a ListenError when one of the addresses cannot be had; then nothing listens. */
export async function startDnsServer(options: DnsServerOptions): Promise<DnsServer> {
  const server = new SocketDnsServer(options);
  try {
    for (const address of options.listen) await server.open(address);
    return server;
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** Queries of one connection that wait for another server; its next ones are not read until then. */
const MAX_WAITING = 32;
/** Tries to find a port that is free for UDP and for TCP. */
const MAX_TRIES = 10;

class SocketDnsServer implements DnsServer {
  readonly #options: DnsServerOptions;
  readonly #responder: DnsResponder;
  readonly #udp: UdpSocket[] = [];
  readonly #tcp: Server[] = [];
  readonly #connections = new Set<Socket>();
  readonly #addresses: DnsAddress[] = [];

  constructor(options: DnsServerOptions) {
    this.#options = options;
    this.#responder = new DnsResponder(options);
  }

  get addresses(): readonly DnsAddress[] {
    return this.#addresses;
  }

  async open({ address, port }: DnsAddress): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const tcp = await this.#openTcp(address, port);
      const bound = tcp.address();
      const chosen = bound !== null && typeof bound === 'object' ? bound.port : port;
      try {
        this.#udp.push(await this.#openUdp(address, chosen));
        this.#tcp.push(tcp);
        this.#addresses.push({ address, port: chosen });
        return;
      } catch (error) {
        tcp.close();
        if (port !== 0 || tries === MAX_TRIES) throw error;
      }
    }
  }

  async close(): Promise<void> {
    const closed = [
      ...this.#udp.map((socket) => new Promise<void>((resolve) => socket.close(() => resolve()))),
      ...this.#tcp.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))),
    ];
    this.#udp.length = 0;
    this.#tcp.length = 0;
    for (const connection of this.#connections) connection.destroy();
    await Promise.all(closed);
  }

  #openUdp(address: string, port: number): Promise<UdpSocket> {
    const { promise, resolve, reject } = Promise.withResolvers<UdpSocket>();
    const family = isIP(address) === 6 ? 6 : 4;
    // Addresses are taken as they are: asking the resolver would cost more than the query.
    const lookup = (
      name: string,
      _options: unknown,
      callback: (error: null, address: string, family: number) => void,
    ): void => callback(null, name, family);
    const socket = createSocket({ type: family === 6 ? 'udp6' : 'udp4', lookup, recvBufferSize: 1024 * 1024 });
    const fail = (error: Error): void => {
      socket.close();
      reject(listenError(address, port, error));
    };
    socket.once('error', fail);
    let open = true;
    socket.on('close', () => {
      open = false;
    });
    socket.on('message', (query, from) => {
      const send = (response: Buffer | undefined): void => {
        // A client that is gone does not matter; it asks again if it is not.
        if (response !== undefined && open) socket.send(response, from.port, from.address, () => undefined);
      };
      const response = this.#responder.respond(query, 'udp', from.address);
      if (response instanceof Promise) void response.then(send);
      else send(response);
    });
    socket.bind({ address, port, exclusive: true }, () => {
      socket.off('error', fail);
      socket.on('error', () => undefined);
      resolve(socket);
    });
    return promise;
  }

  #openTcp(address: string, port: number): Promise<Server> {
    const { promise, resolve, reject } = Promise.withResolvers<Server>();
    const server = createServer({ noDelay: true }, (connection) => this.#serve(connection));
    const fail = (error: Error): void => reject(listenError(address, port, error));
    server.once('error', fail);
    server.listen({ host: address, port, exclusive: true }, () => {
      server.off('error', fail);
      server.on('error', () => undefined);
      resolve(server);
    });
    return promise;
  }

  #serve(connection: Socket): void {
    const { clock, maxConnections = 200, idleMs = 10_000 } = this.#options;
    connection.on('error', () => connection.destroy());
    if (this.#connections.size >= maxConnections) {
      connection.destroy();
      return;
    }
    this.#connections.add(connection);
    let cancelIdle = clock.after(idleMs, () => connection.destroy());
    connection.on('close', () => {
      cancelIdle();
      this.#connections.delete(connection);
    });
    let received = Buffer.alloc(0);
    /** Pieces that do not complete a query yet; put together once, however many there are. */
    let pieces: Buffer[] = [];
    let missing = 2;
    let waiting = 0;
    const send = (response: Buffer | undefined): void => {
      if (response !== undefined && connection.writable) connection.write(frame(response));
    };
    const drain = (): void => {
      while (waiting < MAX_WAITING && !connection.writableNeedDrain && received.length >= 2) {
        const end = received.readUInt16BE(0) + 2;
        if (received.length < end) break;
        const query = received.subarray(2, end);
        received = received.subarray(end);
        cancelIdle();
        cancelIdle = clock.after(idleMs, () => connection.destroy());
        const response = this.#responder.respond(query, 'tcp', connection.remoteAddress ?? '');
        if (!(response instanceof Promise)) {
          send(response);
          continue;
        }
        waiting += 1;
        void response.then((late) => {
          waiting -= 1;
          send(late);
          drain();
        });
      }
      if (waiting >= MAX_WAITING || connection.writableNeedDrain) connection.pause();
      else connection.resume();
    };
    connection.on('data', (chunk) => {
      pieces.push(chunk);
      missing -= chunk.length;
      if (missing > 0) return;
      received = Buffer.concat([received, ...pieces]);
      pieces = [];
      drain();
      missing = (received.length < 2 ? 2 : received.readUInt16BE(0) + 2) - received.length;
    });
    connection.on('drain', drain);
  }
}
