import type { ApplicationFilter } from '@kubemin/client';
import type { Kysely } from '@kubemin/sql';
import type { ProjectSet } from '../access/permissions.ts';
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

  byName(key: Pick<ApplicationRow, 'project' | 'namespace' | 'name'>): Promise<ApplicationRow | undefined> {
    return this.#select()
      .where('project', '=', key.project)
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
    if (filter.project !== undefined) query = query.where('project', '=', filter.project);
    return query.orderBy('updated_at', 'desc').orderBy('id').execute();
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
