import { type Clock, ListenError, listenError, ProgrammingError, toError } from '@kubemin/base';
import { EndpointPicker } from './endpoint-picker.ts';
import { type ServiceProxy, ServiceProxyError } from './service-proxy.ts';
import { compareTables, entryKey, type ServiceEntry, type ServiceTable } from './service-table.ts';
import { TcpForwarder, type TcpShared } from './tcp-forwarder.ts';
import { UdpForwarder, type UdpShared } from './udp-forwarder.ts';

export interface UserSpaceProxyOptions {
  readonly clock: Clock;
  /** TCP connections at the same time; each needs two file descriptors. More are reset. @default 4,000 */
  readonly maxConnections?: number;
  /** After which an endpoint that does not accept a connection is given up for the next one. @default 3 s */
  readonly connectTimeoutMs?: number;
  /** UDP clients at the same time; more end the least recent ones. @default 4,000 */
  readonly maxUdpFlows?: number;
  /** After which a UDP client without datagrams is forgotten. @default 30 s */
  readonly udpIdleMs?: number;
}

/**
 * Forwards in this process, with one listening socket for each entry that has endpoints: needs nothing but addresses that
 * are local. Endpoints see the address of the node instead of that of the client. Endpoints take turns. External addresses
 * that are not local are left out, as nothing can arrive for them. A program that listens on a port of all addresses of the
 * node keeps that port of all services; the kernel has no way to share it.
 */
export function createUserSpaceProxy(options: UserSpaceProxyOptions): ServiceProxy {
  return new UserSpaceProxy(options);
}

interface Opened {
  readonly picker: EndpointPicker;
  readonly forwarder: TcpForwarder | UdpForwarder;
}

class UserSpaceProxy implements ServiceProxy {
  readonly #clock: Clock;
  readonly #tcp: TcpShared;
  readonly #udp: UdpShared;
  /** What was achieved: entries that could not be opened are missing, and so are tried again. */
  readonly #current = new Map<string, ServiceEntry>();
  readonly #opened = new Map<string, Opened>();
  #last: Promise<void> = Promise.resolve();
  #closed = false;

  constructor({
    clock,
    maxConnections = 4_000,
    connectTimeoutMs = 3_000,
    maxUdpFlows = 4_000,
    udpIdleMs = 30_000,
  }: UserSpaceProxyOptions) {
    this.#clock = clock;
    this.#tcp = { clock, connectTimeoutMs, maxConnections, clients: new Set(), upstreams: new Set() };
    this.#udp = { clock, idleMs: udpIdleMs, maxFlows: maxUdpFlows, flows: 0 };
  }

  apply(table: ServiceTable): Promise<void> {
    const applied = this.#last.then(() => this.#apply(table));
    this.#last = applied.catch(() => undefined);
    return applied;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#last;
    for (const key of this.#opened.keys()) this.#release(key);
    for (const socket of [...this.#tcp.clients, ...this.#tcp.upstreams]) socket.destroy();
    this.#current.clear();
  }

  async #apply(table: ServiceTable): Promise<void> {
    if (this.#closed) throw new ProgrammingError('the service proxy is closed', 'SERVICE_PROXY_CLOSED');
    const { removed, added, changed } = compareTables(this.#current, table);
    for (const entry of removed) {
      this.#release(entryKey(entry));
      this.#current.delete(entryKey(entry));
    }
    const failures: Error[] = [];
    await Promise.all(
      [...added, ...changed.map(({ after }) => after)].map(async (entry) => {
        try {
          await this.#set(entry);
        } catch (thrown) {
          const isElsewhere = thrown instanceof ListenError && thrown.code === 'HOST_UNKNOWN';
          if (!isElsewhere || entry.scope !== 'external') failures.push(toError(thrown));
        }
      }),
    );
    if (failures.length > 0) throw new ServiceProxyError(failures);
  }

  async #set(entry: ServiceEntry): Promise<void> {
    const key = entryKey(entry);
    const opened = this.#opened.get(key);
    if (entry.endpoints.length === 0) this.#release(key);
    else if (opened === undefined) await this.#open(key, entry);
    else {
      opened.picker.update(entry);
      if (opened.forwarder instanceof UdpForwarder) opened.forwarder.update(entry);
    }
    this.#current.set(key, entry);
  }

  async #open(key: string, entry: ServiceEntry): Promise<void> {
    const picker = new EndpointPicker(entry, this.#clock);
    const forwarder =
      entry.protocol === 'TCP' ? new TcpForwarder(picker, this.#tcp) : new UdpForwarder(picker, this.#udp);
    try {
      await forwarder.open();
    } catch (thrown) {
      forwarder.close();
      throw listenError(entry.address, entry.port, thrown);
    }
    this.#opened.set(key, { picker, forwarder });
  }

  #release(key: string): void {
    this.#opened.get(key)?.forwarder.close();
    this.#opened.delete(key);
  }
}
