import { type Clock, type Logger, toError, WakeSignal } from '@kubemin/base';
import { errorMessage, type Message } from '@kubemin/base/message';
import type { ClusterPolicies } from '@kubemin/client';
import type { KubeClient } from '@kubemin/kube';
import { DEFAULT_CLUSTER } from '@kubemin/model';
import { withTimeout } from '../api/index.ts';
import type { ClusterRegistry } from './cluster-registry.ts';
import { kubeAccess } from './kube-version.ts';
import { readClusterPolicies } from './policy-enforcement.ts';

/** How a cluster fared when it was last asked. */
export interface ClusterState {
  readonly status: 'up' | 'down' | 'unknown';
  /** Why it is down. */
  readonly message?: Message;
}

/** What watching over clusters takes. */
export interface ClusterMonitorOptions {
  readonly registry: ClusterRegistry;
  /** Of the default cluster. */
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How often each cluster is asked. */
  readonly everyMs: number;
  /** Called with the registered clusters, each time before they are checked. */
  readonly seen: (registered: readonly string[]) => Promise<void>;
}

const PATIENCE_MS = 5_000;

/**
 * Checks each cluster periodically, so that requests for its state do not wait for a cluster
 * that does not respond.
 */
export class ClusterMonitor {
  readonly #options: ClusterMonitorOptions;
  readonly #nudge = new WakeSignal();
  #states = new Map<string, ClusterState>();

  constructor(options: ClusterMonitorOptions) {
    this.#options = options;
  }

  /** Of a cluster; what has not been asked yet is unknown. */
  state(name: string): ClusterState {
    return this.#states.get(name) ?? { status: 'unknown' };
  }

  /** Of all registered clusters, by name: the default one is not among them. */
  registered(): ReadonlyMap<string, ClusterState> {
    return new Map([...this.#states].filter(([name]) => name !== DEFAULT_CLUSTER));
  }

  /** Something has changed: look now. */
  nudge(): void {
    this.#nudge.notify();
  }

  /** Requests the version of a cluster now. Throws, with the reason, when it does not respond. */
  async ask(name: string): Promise<string> {
    return this.try(await this.#client(name));
  }

  /** The same, with the policies that the cluster enforces. */
  async examine(name: string): Promise<{ readonly version: string; readonly policies: ClusterPolicies }> {
    const client = await this.#client(name);
    const version = await this.try(client);
    const read = (signal: AbortSignal): Promise<ClusterPolicies> => readClusterPolicies(client, signal);
    return { version, policies: await withTimeout(this.#options.clock, PATIENCE_MS, read) };
  }

  async #client(name: string): Promise<KubeClient> {
    const { registry, client } = this.#options;
    return name === DEFAULT_CLUSTER ? client : (await registry.connect(name)).client;
  }

  /** The same for a cluster that is not registered yet. */
  try(client: KubeClient): Promise<string> {
    return withTimeout(this.#options.clock, PATIENCE_MS, (signal) => kubeAccess(client, signal));
  }

  /** Works until the signal aborts; resolves then. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, logger, everyMs } = this.#options;
    while (!signal.aborted) {
      try {
        await this.#look();
      } catch (thrown) {
        logger.warn('The clusters could not be looked at; trying again.', { error: toError(thrown) });
      }
      const cancel = clock.after(everyMs, () => this.#nudge.notify());
      await this.#nudge.wait(signal);
      cancel();
    }
  }

  async #look(): Promise<void> {
    const { registry, seen } = this.#options;
    const registered = await registry.names();
    const names = [DEFAULT_CLUSTER, ...registered];
    this.#states = new Map(names.map((name) => [name, this.state(name)]));
    await seen(registered);
    await Promise.all(
      names.map(async (name) => {
        const state = await this.#asked(name);
        if (this.#states.has(name)) this.#states.set(name, state);
      }),
    );
  }

  async #asked(name: string): Promise<ClusterState> {
    const before = this.state(name).status;
    const { logger } = this.#options;
    try {
      await this.ask(name);
      if (before === 'down') logger.info('A cluster responds again.', { cluster: name });
      return { status: 'up' };
    } catch (thrown) {
      const error = toError(thrown);
      if (before !== 'down') logger.warn('A cluster does not respond.', { cluster: name, error });
      return { status: 'down', message: errorMessage(error) };
    }
  }
}
