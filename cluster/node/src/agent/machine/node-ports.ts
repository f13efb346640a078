import { type Clock, type Logger, toError } from '@kubemin/base';
import type { Service } from '@kubemin/kubeapi/types/core.v1';
import { listenDialer, type Relay } from '../../network/index.ts';
import { DEFAULT_NODE_NETWORK } from '../../sandbox/index.ts';

const LOOPBACK = '127.0.0.1';

/** The TCP ports of Services that each node listens on. */
export function serviceNodePorts(services: readonly Service[]): ReadonlySet<number> {
  const ports = services.flatMap(({ spec }) =>
    spec?.type === 'NodePort' || spec?.type === 'LoadBalancer' ? (spec.ports ?? []) : [],
  );
  return new Set(
    ports.flatMap(({ protocol = 'TCP', nodePort = 0 }) => (protocol === 'TCP' && nodePort > 0 ? [nodePort] : [])),
  );
}

/** Listens on the loopback address of the machine for node ports. A port that is taken stays closed, with a warning. */
export class NodePorts {
  readonly #dial: string;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #relays = new Map<number, Promise<Relay | undefined>>();
  /** Ports that were taken by others; tried again with the next change. */
  readonly #taken = new Set<number>();

  constructor(dial: string, clock: Clock, logger: Logger) {
    this.#dial = dial;
    this.#clock = clock;
    this.#logger = logger;
  }

  set(ports: ReadonlySet<number>): void {
    for (const port of this.#relays.keys()) {
      if (!ports.has(port)) void this.#closePort(port);
    }
    for (const port of ports) {
      if (!this.#relays.has(port)) this.#relays.set(port, this.#openPort(port));
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#relays.keys()].map((port) => this.#closePort(port)));
  }

  async #openPort(port: number): Promise<Relay | undefined> {
    try {
      const target = { host: DEFAULT_NODE_NETWORK.nodeAddress, port };
      const relay = await listenDialer({ host: LOOPBACK, port }, this.#dial, target, this.#clock);
      this.#taken.delete(port);
      return relay;
    } catch (error) {
      this.#relays.delete(port);
      if (this.#taken.has(port)) return undefined;
      this.#taken.add(port);
      this.#logger.warn('cannot listen on a node port of a Service', { port, error: toError(error) });
      return undefined;
    }
  }

  async #closePort(port: number): Promise<void> {
    const relay = this.#relays.get(port);
    this.#relays.delete(port);
    await (await relay)?.[Symbol.asyncDispose]();
  }
}
