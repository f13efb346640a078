import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { SqliteConnection } from './sqlite-connection.ts';

/** Who wants to know what happens in a turn. */
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
