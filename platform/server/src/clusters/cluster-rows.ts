import type { Vault } from '@kubemin/base';
import type { Kysely } from '@kubemin/sql';
import type { ClusterRow, ClusterTables } from '../api/index.ts';

/** How a cluster is reached. */
export interface ClusterCredentials {
  readonly server: string;
  readonly context: string;
  /** In clear. */
  readonly kubeconfig: string;
}

/** A cluster without its credentials. */
export type ClusterSummary = Omit<ClusterRow, 'kubeconfig'>;

/** The clusters table: the only place that seals and opens kubeconfigs. Given a transaction, everything happens inside it. */
export class ClusterRows {
  readonly #query: Kysely<ClusterTables>;
  readonly #vault: Vault;

  constructor(query: Kysely<ClusterTables>, vault: Vault) {
    this.#query = query;
    this.#vault = vault;
  }

  list(): Promise<ClusterSummary[]> {
    return this.#summaries().orderBy('name').execute();
  }

  find(name: string): Promise<ClusterSummary | undefined> {
    return this.#summaries().where('name', '=', name).executeTakeFirst();
  }

  /** In clear; undefined when there is no such cluster. */
  async kubeconfig(name: string): Promise<string | undefined> {
    const row = await this.#query
      .selectFrom('clusters')
      .select('kubeconfig')
      .where('name', '=', name)
      .executeTakeFirst();
    return row && this.#vault.open(row.kubeconfig);
  }

  /** Rejects with a unique violation when the name is taken. */
  async insert(name: string, credentials: ClusterCredentials, time: number): Promise<void> {
    const row = { name, ...this.#sealed(credentials), generation: 1, created_at: time, updated_at: time };
    await this.#query.insertInto('clusters').values(row).execute();
  }

  /** False when there is no such cluster. */
  async replace(name: string, credentials: ClusterCredentials, time: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#query
      .updateTable('clusters')
      .set((eb) => ({ ...this.#sealed(credentials), generation: eb('generation', '+', 1), updated_at: time }))
      .where('name', '=', name)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** False when there is no such cluster. */
  async remove(name: string): Promise<boolean> {
    const { numDeletedRows } = await this.#query.deleteFrom('clusters').where('name', '=', name).executeTakeFirst();
    return numDeletedRows === 1n;
  }

  #summaries() {
    return this.#query
      .selectFrom('clusters')
      .select(['name', 'server', 'context', 'generation', 'created_at', 'updated_at']);
  }

  #sealed({ kubeconfig, ...rest }: ClusterCredentials): ClusterCredentials {
    return { ...rest, kubeconfig: this.#vault.seal(kubeconfig) };
  }
}
