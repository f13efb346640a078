import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { backoffDelay, type Clock, type Random } from '@kubemin/base';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { assertRows, type SqlScalar, sqlError, toScalars } from '../database/index.ts';
import { statementMessages } from '../messages/index.ts';
import { fromSqliteError, isSqliteBusy } from './sqlite-error.ts';

/** What a connection needs beside the database itself. */
export interface SqliteConnectionOptions {
  readonly database: DatabaseSync;
  readonly clock: Clock;
  readonly random: Random;
  readonly busyTimeoutMs: number;
}

interface Prepared {
  readonly statement: StatementSync;
  readonly returnsRows: boolean;
}

const CACHE_LIMIT = 500;
const BUSY_BACKOFF = { minMs: 1, maxMs: 50 };

/** The one connection of a SQLite database: prepares each statement once and waits for other writers without blocking. */
export class SqliteConnection implements DatabaseConnection {
  readonly #options: SqliteConnectionOptions;
  readonly #cache = new Map<string, Prepared>();

  constructor(options: SqliteConnectionOptions) {
    this.#options = options;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const parameters = toScalars(query);
    const start = this.#options.clock.monotonic();
    for (let attempt = 0; ; attempt++) {
      try {
        return this.#run<R>(query.sql, parameters);
      } catch (error) {
        if (!isSqliteBusy(error)) throw fromSqliteError(error, query.sql);
        await this.#waitForOtherWriter({ error, sql: query.sql, attempt, start });
      }
    }
  }

  /** The same within a transaction, when there can be no other writer. */
  executeSync(query: CompiledQuery): QueryResult<unknown> {
    const parameters = toScalars(query);
    try {
      return this.#run(query.sql, parameters);
    } catch (error) {
      throw fromSqliteError(error, query.sql);
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    // Not from the cache: a cached statement that is still being read would be reset by its next use.
    const statement = this.#options.database.prepare(query.sql);
    for (const row of statement.iterate(...toScalars(query))) {
      const rows: readonly unknown[] = [row];
      assertRows<R>(rows);
      yield { rows };
    }
  }

  #run<R>(sql: string, parameters: readonly SqlScalar[]): QueryResult<R> {
    const { statement, returnsRows } = this.#prepare(sql);
    if (returnsRows) {
      const rows: readonly unknown[] = statement.all(...parameters);
      assertRows<R>(rows);
      return { rows };
    }
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #prepare(sql: string): Prepared {
    const cached = this.#cache.get(sql);
    if (cached !== undefined) return cached;
    const statement = this.#options.database.prepare(sql);
    const prepared = { statement, returnsRows: statement.columns().length > 0 };
    // Statements with lists in them differ in text with every length: keep the map from growing without end.
    const oldest = this.#cache.size >= CACHE_LIMIT ? this.#cache.keys().next().value : undefined;
    if (oldest !== undefined) this.#cache.delete(oldest);
    this.#cache.set(sql, prepared);
    return prepared;
  }

  /**
   * Waits on the event loop, not inside SQLite: the writer we wait for may be another connection of this very
   * process, which could never finish while the thread is blocked.
   */
  async #waitForOtherWriter(at: { error: unknown; sql: string; attempt: number; start: number }): Promise<void> {
    const { clock, random, busyTimeoutMs } = this.#options;
    if (clock.monotonic() - at.start >= busyTimeoutMs) {
      const reason = statementMessages.locked({ ms: busyTimeoutMs });
      const message = statementMessages.inStatement({ reason, sql: at.sql });
      throw sqlError('SQL_BUSY', message, at.error);
    }
    await clock.sleep(backoffDelay(BUSY_BACKOFF, at.attempt, random));
  }
}

/** Callbacks for the statements of a turn. */
export interface TurnWatcher {
  /** Called for every statement that fails, before the caller gets the error. */
  failed(error: unknown): void;
  /** Before a statement that writes outside of any transaction. */
  loneWrite(): Promise<void>;
}

const WRITES: ReadonlySet<string> = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode']);

/** One caller's turn on the connection that all share. */
export class SqliteTurn implements DatabaseConnection {
  readonly #connection: SqliteConnection;
  readonly #watcher: TurnWatcher;
  /** Whether it has begun a transaction of its own. */
  begun = false;
  /** Whether its transaction is one within that of others. */
  nested = false;
  over = false;

  constructor(connection: SqliteConnection, watcher: TurnWatcher) {
    this.#connection = connection;
    this.#watcher = watcher;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.begun && WRITES.has(query.query.kind)) await this.#watcher.loneWrite();
    try {
      return await this.#connection.executeQuery<R>(query);
    } catch (error) {
      this.#watcher.failed(error);
      throw error;
    }
  }

  /** Runs a statement of a transaction that has begun. */
  executeSync(query: CompiledQuery): QueryResult<unknown> {
    try {
      return this.#connection.executeSync(query);
    } catch (error) {
      this.#watcher.failed(error);
      throw error;
    }
  }

  streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    return this.#connection.streamQuery<R>(query);
  }
}
