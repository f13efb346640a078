import { type Kysely, namedRow, type QueryTemplate, type SqlDatabase } from '@kubemin/sql';
import type { AuditRow, AuditTables } from './tables.ts';

/** Which entries; times are milliseconds since the epoch. */
export interface AuditQuery {
  readonly user?: string | undefined;
  readonly appId?: string | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
}

/** What is known once a request has ended. */
export type AuditChange = Pick<AuditRow, 'status' | 'error' | 'app_id' | 'task_id' | 'project'>;

/** The table of who did what. */
export class AuditRows {
  readonly #database: SqlDatabase<AuditTables>;
  readonly #query: Kysely<AuditTables>;

  constructor(database: SqlDatabase<AuditTables>) {
    this.#database = database;
    this.#query = database.query;
  }

  async insert(row: AuditRow): Promise<void> {
    const template: QueryTemplate<AuditTables, unknown> = {
      shape: 'insert an entry',
      build: (query, value) => query.insertInto('audit_entries').values(namedRow(row, value)),
    };
    await this.#database.cache.run(this.#query, template, row);
  }

  async update(id: string, change: AuditChange): Promise<void> {
    const template: QueryTemplate<AuditTables, unknown> = {
      shape: 'end of an entry',
      build: (query, value) =>
        query.updateTable('audit_entries').set(namedRow(change, value)).where('id', '=', value<string>('id')),
    };
    await this.#database.cache.run(this.#query, template, { ...change, id });
  }

  /** The newest first. */
  list({ user, appId, since, until, before, limit }: AuditQuery): Promise<AuditRow[]> {
    let query = this.#query.selectFrom('audit_entries').selectAll();
    if (user !== undefined) query = query.where('user_name', '=', user);
    if (appId !== undefined) query = query.where('app_id', '=', appId);
    if (since !== undefined) query = query.where('time', '>=', since);
    if (until !== undefined) query = query.where('time', '<', until);
    if (before !== undefined) query = query.where('id', '<', before);
    return query.orderBy('id', 'desc').limit(limit).execute();
  }

  /** Removes some of the entries that are older; answers how many. */
  async removeOlder(time: number, atMost: number): Promise<number> {
    const rows = await this.#query
      .selectFrom('audit_entries')
      .select('id')
      .where('time', '<', time)
      .orderBy('time')
      .limit(atMost)
      .execute();
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    await this.#query.deleteFrom('audit_entries').where('id', 'in', ids).execute();
    return rows.length;
  }
}
