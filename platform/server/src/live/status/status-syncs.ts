import { toError } from '@kubemin/base';
import type { ClusterConnection, ClusterSource } from '@kubemin/engine';
import type { KubeClient } from '@kubemin/kube';
import { DEFAULT_CLUSTER } from '@kubemin/model';
import { ApplicationRows } from '../../clusters/index.ts';
import { StatusSync, type StatusSyncOptions } from './status-sync.ts';

/** What following several clusters takes. */
export interface StatusSyncsOptions extends Omit<StatusSyncOptions, 'cluster' | 'client'> {
  /** Of the default cluster. */
  readonly client: KubeClient;
  readonly clusters: Pick<ClusterSource, 'connect'>;
}

/** Writes the state of components in the clusters into their rows. Clusters are independent: none waits for another. */
export class ClusterStatusSyncs {
  readonly #options: StatusSyncsOptions;
  readonly #default: StatusSync;
  readonly #others = new Map<ClusterConnection, { readonly sync: StatusSync; readonly done: Promise<void> }>();
  #signal: AbortSignal | undefined;

  constructor(options: StatusSyncsOptions) {
    this.#options = options;
    this.#default = new StatusSync({ ...options, cluster: DEFAULT_CLUSTER });
  }

  /** Looks at an application's components again, wherever they are. */
  refresh(appId: string): void {
    this.#default.refresh(appId);
    for (const { sync } of this.#others.values()) sync.refresh(appId);
  }

  /** Begins to follow those of the registered clusters that applications are delivered to. */
  async follow(registered: readonly string[]): Promise<void> {
    const used = await new ApplicationRows(this.#options.database.query).countByCluster();
    for (const cluster of registered) if (used.has(cluster)) await this.#follow(cluster);
  }

  /** Runs until the signal aborts; resolves then. */
  async run(signal: AbortSignal): Promise<void> {
    this.#signal = signal;
    await this.#run(this.#default, DEFAULT_CLUSTER, signal);
    await Promise.all([...this.#others.values()].map(({ done }) => done));
  }

  async #follow(cluster: string): Promise<void> {
    const connection = await this.#options.clusters.connect(cluster);
    if (this.#signal === undefined || this.#signal.aborted || this.#others.has(connection)) return;
    const sync = new StatusSync({ ...this.#options, cluster, client: connection.client });
    const signal = AbortSignal.any([this.#signal, connection.closed]);
    const done = this.#run(sync, cluster, signal).then(() => {
      this.#others.delete(connection);
    });
    this.#others.set(connection, { sync, done });
  }

  async #run(sync: StatusSync, cluster: string, signal: AbortSignal): Promise<void> {
    try {
      await sync.run(signal);
    } catch (thrown) {
      const error = toError(thrown);
      this.#options.logger.error('Status sync stopped; component states stand still.', { cluster, error });
    }
  }
}
