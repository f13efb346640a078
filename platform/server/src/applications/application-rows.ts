import type { ApplicationFilter } from '@kubemin/client';
import type { Kysely } from '@kubemin/sql';
import type { ProjectSet } from '../access/permissions.ts';
import { type ApplicationKey, scopeOf } from './application-scope.ts';
import type { ApplicationRow, ServerTables } from './tables.ts';

/** What a save may change of an application. */
export type ApplicationChange = Omit<ApplicationRow, 'id' | 'workflow_id' | 'created_at' | 'deletion_task'>;

/** The applications table. Given a transaction, everything happens inside it. */
export class ApplicationRows {
  readonly #query: Kysely<ServerTables>;
  readonly #lock: boolean;

  /** With `lock`, an application that is read stays as it is until the transaction ends. */
  constructor(query: Kysely<ServerTables>, options: { readonly lock: boolean } = { lock: false }) {
    this.#query = query;
    this.#lock = options.lock;
  }

  byId(id: string): Promise<ApplicationRow | undefined> {
    return this.#select().where('id', '=', id).executeTakeFirst();
  }

  byName(key: ApplicationKey): Promise<ApplicationRow | undefined> {
    return this.#select()
      .where('scope', '=', scopeOf(key))
      .where('namespace', '=', key.namespace)
      .where('name', '=', key.name)
      .executeTakeFirst();
  }

  async list(filter: ApplicationFilter, projects: ProjectSet): Promise<ApplicationRow[]> {
    if (projects.length === 0) return [];
    let query = this.#query.selectFrom('applications').selectAll();
    if (projects !== 'all') query = query.where('project', 'in', projects);
    if (filter.name !== undefined) query = query.where('name', '=', filter.name);
    if (filter.namespace !== undefined) query = query.where('namespace', '=', filter.namespace);
    if (filter.cluster !== undefined) query = query.where('cluster', '=', filter.cluster);
    if (filter.project !== undefined) query = query.where('project', '=', filter.project);
    return query.orderBy('updated_at', 'desc').orderBy('id').execute();
  }

  /** Of all clusters that applications are delivered to, how many of them each. */
  async countByCluster(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#query
      .selectFrom('applications')
      .select((eb) => ['cluster', eb.fn.countAll().as('applications')])
      .groupBy('cluster')
      .execute();
    return new Map(rows.map(({ cluster, applications }) => [cluster, Number(applications)]));
  }

  async insert(row: ApplicationRow): Promise<void> {
    await this.#query.insertInto('applications').values(row).execute();
  }

  /** False when the application has moved on from the revision it was read at. */
  async update(id: string, readAt: number, change: ApplicationChange): Promise<boolean> {
    const result = await this.#query
      .updateTable('applications')
      .set(change)
      .where('id', '=', id)
      .where('revision', '=', readAt)
      .executeTakeFirst();
    return result.numUpdatedRows === 1n;
  }

  #select() {
    return this.#query
      .selectFrom('applications')
      .selectAll()
      .$if(this.#lock, (query) => query.forUpdate());
  }
}
