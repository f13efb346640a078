import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { isIP } from 'node:net';
import type { Clock } from '@kubemin/base';
import type { EndpointPicker } from './endpoint-picker.ts';
import { type ServiceEndpoint, type ServiceEntry, sameEndpoint } from './service-table.ts';
import { mayConnect } from './tcp-forwarder.ts';

/** What all UDP entries of a proxy share. */
export interface UdpShared {
  readonly clock: Clock;
  readonly idleMs: number;
  readonly maxFlows: number;
  /** Flows of all entries. */
  flows: number;
}

interface Flow {
  readonly endpoint: ServiceEndpoint;
  readonly socket: Socket;
  /** Datagrams that wait until the socket is connected; undefined from then on. */
  waiting: Buffer[] | undefined;
  lastUsed: number;
}

/** Datagrams that wait for a new flow; a few at most, as it takes one turn of the event loop. */
const MAX_WAITING = 32;

/** Forwards the datagrams of each client to one endpoint, and the replies back from the address of the service. */
export class UdpForwarder {
  readonly #picker: EndpointPicker;
  readonly #shared: UdpShared;
  readonly #socket: Socket;
  /** By client, in order of the last use. */
  readonly #flows = new Map<string, Flow>();
  #cancelSweep: (() => void) | undefined;

  constructor(picker: EndpointPicker, shared: UdpShared) {
    this.#picker = picker;
    this.#shared = shared;
    this.#socket = makeSocket(picker.entry.address);
    this.#socket.on('message', (message, from) => this.#receive(message, from));
  }

  /** Rejects with the error of the system when the address cannot be had. */
  open(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const { address, port } = this.#picker.entry;
    this.#socket.once('error', reject);
    this.#socket.bind({ address, port, exclusive: true }, () => {
      this.#socket.off('error', reject);
      // A client that is gone is reported here; it does not matter to the others.
      this.#socket.on('error', () => undefined);
      resolve();
    });
    return promise;
  }

  /** Ends flows to endpoints that are no longer there: a client that never pauses would send to them forever. */
  update({ endpoints }: ServiceEntry): void {
    for (const [client, { endpoint }] of this.#flows) {
      if (!endpoints.some((other) => sameEndpoint(other, endpoint))) this.#end(client);
    }
  }

  close(): void {
    for (const client of this.#flows.keys()) this.#end(client);
    this.#cancelSweep?.();
    this.#socket.close();
  }

  #receive(message: Buffer, from: RemoteInfo): void {
    const client = `${from.address} ${from.port}`;
    const flow = this.#flows.get(client) ?? this.#open(client, from);
    if (flow === undefined) return;
    this.#touch(client, flow);
    if (flow.waiting === undefined) flow.socket.send(message, ignoreError);
    else if (flow.waiting.length < MAX_WAITING) flow.waiting.push(message);
  }

  #open(client: string, from: RemoteInfo): Flow | undefined {
    const [endpoint] = mayConnect(from.address, this.#picker.entry) ? this.#picker.order(from.address) : [];
    if (endpoint === undefined) return undefined;
    if (this.#shared.flows >= this.#shared.maxFlows) {
      const [oldest] = this.#flows.keys();
      if (oldest === undefined) return undefined;
      this.#end(oldest);
    }
    this.#picker.remember(from.address, endpoint);
    const socket = makeSocket(endpoint.address);
    const flow: Flow = { endpoint, socket, waiting: [], lastUsed: this.#shared.clock.monotonic() };
    // The port is closed, or there is no way to it: the next datagram of the client goes to another endpoint.
    socket.on('error', () => this.#end(client, flow));
    socket.on('message', (reply) => {
      this.#touch(client, flow);
      this.#socket.send(reply, from.port, from.address, ignoreError);
    });
    socket.on('connect', () => {
      const waiting = flow.waiting ?? [];
      flow.waiting = undefined;
      for (const message of waiting) socket.send(message, ignoreError);
    });
    this.#flows.set(client, flow);
    this.#shared.flows += 1;
    socket.connect(endpoint.port, endpoint.address);
    this.#scheduleSweep();
    return flow;
  }

  #touch(client: string, flow: Flow): void {
    flow.lastUsed = this.#shared.clock.monotonic();
    this.#flows.delete(client);
    this.#flows.set(client, flow);
  }

  #end(client: string, expected?: Flow): void {
    const flow = this.#flows.get(client);
    if (flow === undefined || (expected !== undefined && flow !== expected)) return;
    this.#flows.delete(client);
    this.#shared.flows -= 1;
    flow.waiting = [];
    flow.socket.removeAllListeners('message');
    flow.socket.close();
  }

  #scheduleSweep(): void {
    if (this.#cancelSweep !== undefined) return;
    const [oldest] = this.#flows.values();
    if (oldest === undefined) return;
    const { clock, idleMs } = this.#shared;
    this.#cancelSweep = clock.after(oldest.lastUsed + idleMs - clock.monotonic(), () => {
      this.#cancelSweep = undefined;
      for (const [client, { lastUsed }] of this.#flows) {
        if (lastUsed + idleMs > clock.monotonic()) break;
        this.#end(client);
      }
      this.#scheduleSweep();
    });
  }
}

function ignoreError(): void {
  // Datagrams may be lost; a closed port is reported by the error event of the flow.
}

/** A socket that takes addresses as they are: asking the resolver costs a turn of the event loop for each datagram. */
function makeSocket(address: string): Socket {
  const family = isIP(address) === 6 ? 6 : 4;
  return createSocket({
    type: family === 6 ? 'udp6' : 'udp4',
    lookup: (name, _options, callback) => callback(null, name, family),
  });
}
