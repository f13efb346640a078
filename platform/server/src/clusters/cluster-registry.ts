import type { Clock, Vault } from '@kubemin/base';
import { type ClusterConnection, type ClusterSource, clusterUnknown } from '@kubemin/engine';
import { type ClusterAccess, type HttpTransport, httpTransport, readPortableKubeconfig } from '@kubemin/kube';
import type { SqlDatabase } from '@kubemin/sql';
import { CLUSTER_MIGRATIONS, type ClusterTables } from '../api/index.ts';
import { ClusterLink } from './cluster-link.ts';
import { ClusterRows, type ClusterSummary } from './cluster-rows.ts';

/** Opens connections to a cluster; nothing is sent yet. */
export type Dial = (access: ClusterAccess) => HttpTransport;

/** What registered clusters are kept and reached with. */
export interface ClusterRegistryOptions {
  readonly database: SqlDatabase;
  /** Seals kubeconfigs before they are stored. */
  readonly vault: Vault;
  readonly clock: Clock;
  /** @default httpTransport */
  readonly dial?: Dial;
}

/** Brings the table of clusters up to date and connects to none of them yet. */
export async function createClusterRegistry(options: ClusterRegistryOptions): Promise<ClusterRegistry> {
  const database = await options.database.withTables<ClusterTables>('clusters', CLUSTER_MIGRATIONS);
  return new ClusterRegistry(options, database);
}

/**
 * The clusters that are registered in the database, and the connections of this process to them. What other processes
 * change is noticed when a cluster is asked for, and with each look at all of them.
 */
export class ClusterRegistry implements ClusterSource {
  readonly dial: Dial;
  readonly #database: SqlDatabase<ClusterTables>;
  readonly #vault: Vault;
  readonly #clock: Clock;
  readonly #links = new Map<string, ClusterLink>();

  constructor(options: Omit<ClusterRegistryOptions, 'database'>, database: SqlDatabase<ClusterTables>) {
    this.dial = options.dial ?? httpTransport;
    this.#database = database;
    this.#vault = options.vault;
    this.#clock = options.clock;
  }

  get rows(): ClusterRows {
    return new ClusterRows(this.#database.query, this.#vault);
  }

  async connect(name: string): Promise<ClusterConnection> {
    const before = this.#links.get(name);
    const row = await this.rows.find(name);
    const link = row && (await this.#link(row));
    if (link !== undefined) return link.connection;
    this.#close(name, before);
    throw clusterUnknown(name);
  }

  async names(): Promise<readonly string[]> {
    const before = [...this.#links];
    const names = (await this.rows.list()).map(({ name }) => name);
    for (const [name, link] of before) if (!names.includes(name)) this.#close(name, link);
    return names;
  }

  /** Ends all connections. */
  close(): void {
    for (const [name, link] of [...this.#links]) this.#close(name, link);
  }

  /** Undefined when the cluster is gone by now. */
  async #link(row: ClusterSummary): Promise<ClusterLink | undefined> {
    if (this.#standing(row) === 'current') return this.#links.get(row.name);
    const kubeconfig = await this.rows.kubeconfig(row.name);
    if (kubeconfig === undefined) return undefined;
    // Another call may have connected it meanwhile.
    const standing = this.#standing(row);
    const link = this.#links.get(row.name);
    if (link !== undefined && standing === 'current') return link;
    const transport = this.dial(readPortableKubeconfig(kubeconfig).access);
    if (link !== undefined && standing === 'old') {
      link.use(transport, row);
      return link;
    }
    this.#close(row.name, link);
    const made = new ClusterLink(transport, row, this.#clock);
    this.#links.set(row.name, made);
    return made;
  }

  #standing(row: ClusterSummary): ReturnType<ClusterLink['standing']> {
    return this.#links.get(row.name)?.standing(row) ?? 'other';
  }

  /** Only the link that was there when the database was asked: a newer one is of a newer registration. */
  #close(name: string, link: ClusterLink | undefined): void {
    if (link === undefined || this.#links.get(name) !== link) return;
    this.#links.delete(name);
    link.close();
  }
}
