import { ProgrammingError, toError } from '@kubemin/base';
import { removeTable } from '../nft/transactions.ts';
import { fullRuleset, type NftRulesetOptions, type NftState, nftState, rulesetChange } from './nft-ruleset.ts';
import { type ServiceProxy, ServiceProxyError } from './service-proxy.ts';
import {
  compareTables,
  type ServiceEndpoint,
  type ServiceEntry,
  type ServiceTable,
  sameEndpoint,
} from './service-table.ts';

/** UDP clients that the kernel still sends to an endpoint that is gone. */
export interface StaleUdpFlows {
  /** Address and port of the service. */
  readonly service: ServiceEndpoint;
  readonly endpoint: ServiceEndpoint;
}

export interface NftProxyOptions {
  /** Runs `nft -f -` in the network namespace of the node, with this input. Rejects with the message of nft. */
  runNft(ruleset: string): Promise<void>;
  /** Addresses of pods, as a CIDR. */
  readonly podRange: string;
  /** What pods see instead of the address of clients that are no pods. @default an address of the device on the way */
  readonly nodeAddress?: string;
  /** @default 'kubemin_services' */
  readonly tableName?: string;
  /**
   * Makes the kernel forget flows, as `conntrack` does with the arguments of `conntrackArguments`. Without it a UDP client
   * that sends without a pause stays with an endpoint that is gone until its flow times out.
   */
  removeUdpFlows?(flows: readonly StaleUdpFlows[]): Promise<void>;
}

/**
 * Lets the kernel forward, through one nftables table that is changed in transactions. Pods see the address of the client
 * when it is a pod. Needs `net.ipv4.ip_forward=1`, and a route for service addresses on the node. Endpoints are chosen at
 * random. IPv4 alone. Closing removes the table; connections that are established go on.
 */
export function createNftProxy(options: NftProxyOptions): ServiceProxy {
  return new NftProxy(options);
}

/** What to give to `conntrack` to forget the flows. */
export function conntrackArguments({ service, endpoint }: StaleUdpFlows): readonly string[] {
  const original = ['--orig-dst', service.address, '--orig-port-dst', String(service.port)];
  return ['-D', '-p', 'udp', ...original, '--reply-src', endpoint.address, '--reply-port-src', String(endpoint.port)];
}

/**
 * UDP flows that a new table leaves behind: to endpoints that are gone, and of clients that sent to an address before it led
 * anywhere, whose flows end at the address itself.
 */
export function staleUdpFlows(before: ServiceTable, after: ServiceTable): readonly StaleUdpFlows[] {
  const { removed, added, changed } = compareTables(before, after);
  const left = [
    ...removed.map((entry) => ({ entry, left: [] })),
    ...changed.map((change) => ({ entry: change.before, left: change.after.endpoints })),
  ].flatMap(({ entry, left }: { entry: ServiceEntry; left: readonly ServiceEndpoint[] }) => {
    const gone = entry.endpoints.filter((endpoint) => !left.some((other) => sameEndpoint(other, endpoint)));
    return gone.map((endpoint) => ({ entry, endpoint }));
  });
  const opened = [
    ...added,
    ...changed.filter((change) => change.before.endpoints.length === 0).map((change) => change.after),
  ].filter(({ endpoints }) => endpoints.length > 0);
  return [...left, ...opened.map((entry) => ({ entry, endpoint: { address: entry.address, port: entry.port } }))]
    .filter(({ entry }) => entry.protocol === 'UDP')
    .map(({ entry: { address, port }, endpoint }) => ({ service: { address, port }, endpoint }));
}

class NftProxy implements ServiceProxy {
  readonly #options: NftProxyOptions;
  readonly #ruleset: NftRulesetOptions;
  /** What the kernel has; undefined when that is not known. */
  #state: NftState | undefined;
  /** What was applied last; undefined before the first time, when flows of an earlier process are left alone. */
  #table: ServiceTable | undefined;
  #last: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: NftProxyOptions) {
    this.#options = options;
    const { podRange, nodeAddress, tableName = 'kubemin_services' } = options;
    this.#ruleset = { podRange, nodeAddress, tableName };
  }

  apply(table: ServiceTable): Promise<void> {
    const applied = this.#last.then(() => this.#apply(table));
    this.#last = applied.catch(() => undefined);
    return applied;
  }

  async close(): Promise<void> {
    if (this.#closed) return this.#last;
    this.#closed = true;
    const removed = this.#last.then(() => this.#options.runNft(removeTable(this.#ruleset.tableName)));
    this.#last = removed;
    await removed;
  }

  async #apply(table: ServiceTable): Promise<void> {
    if (this.#closed) throw new ProgrammingError('the service proxy is closed', 'SERVICE_PROXY_CLOSED');
    const state = nftState(table, this.#ruleset);
    try {
      await this.#load(state);
      const stale = this.#table === undefined ? [] : staleUdpFlows(this.#table, table);
      this.#table = table;
      if (stale.length > 0) await this.#options.removeUdpFlows?.(stale);
    } catch (thrown) {
      throw new ServiceProxyError([toError(thrown)]);
    }
  }

  async #load(state: NftState): Promise<void> {
    if (this.#state !== undefined) {
      const change = rulesetChange(this.#state, state, this.#ruleset);
      this.#state = undefined;
      // Another program may have changed the table: then all of it is loaded again.
      const loaded = await this.#run(change).then(
        () => true,
        () => false,
      );
      if (loaded) {
        this.#state = state;
        return;
      }
    }
    await this.#run(fullRuleset(state, this.#ruleset));
    this.#state = state;
  }

  async #run(rulesets: readonly string[]): Promise<void> {
    for (const ruleset of rulesets) await this.#options.runNft(ruleset);
  }
}
