import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { SqliteConnection } from './sqlite-connection.ts';

/** One caller's turn on the connection that all share. */
export class SqliteTurn implements DatabaseConnection {
  readonly #connection: SqliteConnection;
  readonly #failed: (error: unknown) => void;
  /** Whether its transaction is one within that of others. */
  nested = false;
  over = false;

  /** `failed` is told of every statement that fails, before the caller is. */
  constructor(connection: SqliteConnection, failed: (error: unknown) => void) {
    this.#connection = connection;
    this.#failed = failed;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await this.#connection.executeQuery<R>(query);
    } catch (error) {
      this.#failed(error);
      throw error;
    }
  }

  streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    return this.#connection.streamQuery<R>(query);
  }
}
