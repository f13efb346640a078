import { type Clock, type Logger, orderedId, type Random } from '@kubemin/base';
import { hasSqlCode, type Kysely, namedRow, type QueryTemplate, type SqlDatabase } from '@kubemin/sql';
import { ApiError, type Caller, type RequestSubject } from '../../api/index.ts';
import { requestMessages } from '../../messages/index.ts';
import type { AuditRow, AuditTables } from './tables.ts';

/** A request that may change something, as far as it is known before its authorization. */
export interface AuditedRequest {
  readonly requestId: string;
  readonly caller: Caller;
  readonly route: string;
  readonly method: string;
  /** Without the query, and never with a body: neither may reach the table. */
  readonly path: string;
  readonly address: string;
  readonly userAgent: string;
}

/** How a request ended. */
export interface AuditedOutcome {
  readonly status: number;
  /** The name of the error, when it was one. */
  readonly error?: string;
}

export interface AuditTrailOptions {
  readonly rows: Pick<AuditRows, 'insert' | 'update'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** Keeps who did what. */
export class AuditTrail {
  readonly #options: AuditTrailOptions;

  constructor(options: AuditTrailOptions) {
    this.#options = options;
  }

  /** The entry of a request; stored once it begins or ends. */
  entry(request: AuditedRequest): AuditEntry {
    return new AuditEntry(request, this.#options);
  }
}

/**
 * What is kept of one request. It is stored before the work begins, and when that fails nothing is done: there is no
 * change without an entry. An entry without a status is one whose end could not be stored.
 */
export class AuditEntry {
  readonly #options: AuditTrailOptions;
  #row: AuditRow;
  #stored = false;

  constructor(request: AuditedRequest, options: AuditTrailOptions) {
    const time = options.clock.now();
    this.#options = options;
    this.#row = {
      id: orderedId(options.random, time),
      time,
      request_id: request.requestId.slice(0, 64),
      user_name: request.caller.user,
      token_id: request.caller.tokenId ?? null,
      route: request.route,
      method: request.method,
      path: request.path.slice(0, 2_000),
      app_id: null,
      task_id: null,
      project: null,
      address: request.address.slice(0, 64),
      user_agent: request.userAgent.slice(0, 255),
      status: null,
      error: null,
      detail: null,
      ended_at: null,
    };
  }

  /** Adds what the request is about; later fields add to earlier ones. */
  about({ appId, taskId, project, detail }: RequestSubject): void {
    this.#row = {
      ...this.#row,
      app_id: appId?.slice(0, 64) ?? this.#row.app_id,
      task_id: taskId?.slice(0, 64) ?? this.#row.task_id,
      project: project?.slice(0, 255) ?? this.#row.project,
      detail: detail?.slice(0, 512) ?? this.#row.detail,
    };
  }

  /** Refuses when the entry cannot be stored. */
  async begin(): Promise<void> {
    try {
      await this.#options.rows.insert(this.#row);
      this.#stored = true;
    } catch (error) {
      this.#options.logger.error('An audit entry could not be stored; the request was refused.', {
        route: this.#row.route,
        user: this.#row.user_name,
        error,
      });
      if (hasSqlCode(error, 'SQL_DISK_FULL')) throw error;
      throw new ApiError('UNAVAILABLE', requestMessages.auditUnavailable, { cause: error });
    }
  }

  /** Stores what a session is about before it begins: it may last for hours. Refuses when that cannot be stored. */
  async beginSession(): Promise<void> {
    const { id, status, error, app_id, task_id, project, detail, ended_at } = this.#row;
    await this.#options.rows.update(id, { status, error, app_id, task_id, project, detail, ended_at });
  }

  /** Adds how it ended. When that cannot be stored, it is logged, and the entry stays without a status. */
  async end(outcome: AuditedOutcome): Promise<void> {
    const { status } = outcome;
    const error = outcome.error ?? null;
    const row = { ...this.#row, status, error, ended_at: this.#options.clock.now() };
    const { app_id, task_id, project, detail, ended_at } = row;
    try {
      if (this.#stored)
        await this.#options.rows.update(row.id, { status, error, app_id, task_id, project, detail, ended_at });
      else await this.#options.rows.insert(row);
    } catch (failure) {
      const { id, route, user_name: user } = row;
      this.#options.logger.error('The end of an audited request could not be stored.', {
        ...{ id, route, user, status, error },
        failure,
      });
    }
  }
}

/** Which entries; times are milliseconds since the epoch. */
interface AuditQuery {
  readonly user?: string | undefined;
  readonly appId?: string | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
}

/** What is known once a request has ended. */
type AuditChange = Pick<AuditRow, 'status' | 'error' | 'app_id' | 'task_id' | 'project' | 'detail' | 'ended_at'>;

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

  /** Removes some of the entries that are older; returns how many. */
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
