import type { DatabaseConnection, Dialect, Driver } from 'kysely';
import { hasSqlCode } from '../sql-error.ts';

/** Whether a step is being continued right now. */
export class Resuming {
  #active = false;

  get active(): boolean {
    return this.#active;
  }

  async during(work: () => Promise<void>): Promise<void> {
    this.#active = true;
    try {
      await work();
    } finally {
      this.#active = false;
    }
  }
}

/**
 * The same dialect, except that, while resuming, making what is there already counts as done. For steps that broke off
 * half way in a database that cannot undo them: each of their statements was done whole or not at all.
 */
export function resumable(dialect: Dialect, resuming: Resuming): Dialect {
  return {
    createDriver: () => resumableDriver(dialect.createDriver(), resuming),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (database) => dialect.createIntrospector(database),
  };
}

function resumableDriver(driver: Driver, resuming: Resuming): Driver {
  const originals = new WeakMap<DatabaseConnection, DatabaseConnection>();
  const original = (connection: DatabaseConnection): DatabaseConnection => originals.get(connection) ?? connection;
  return {
    init: () => driver.init(),
    acquireConnection: async () => {
      const connection = await driver.acquireConnection();
      const lenient = resumableConnection(connection, resuming);
      originals.set(lenient, connection);
      return lenient;
    },
    beginTransaction: (connection, settings) => driver.beginTransaction(original(connection), settings),
    commitTransaction: (connection) => driver.commitTransaction(original(connection)),
    rollbackTransaction: (connection) => driver.rollbackTransaction(original(connection)),
    releaseConnection: (connection) => driver.releaseConnection(original(connection)),
    // The connections belong to the other users of the dialect.
    destroy: async () => undefined,
  };
}

function resumableConnection(connection: DatabaseConnection, resuming: Resuming): DatabaseConnection {
  return {
    executeQuery: async (query) => {
      try {
        return await connection.executeQuery(query);
      } catch (error) {
        if (resuming.active && hasSqlCode(error, 'SQL_ALREADY_EXISTS')) return { rows: [] };
        throw error;
      }
    },
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  };
}
