import {
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { SqlDatabaseOptions } from '../database/index.ts';
import { SqliteDriver, type SqliteDriverOptions } from './sqlite-driver.ts';

/** Kysely over node:sqlite. Every Kysely made from one dialect shares its connection, and takes turns on it. */
export class SqliteDialect implements Dialect {
  readonly #driver: SqliteDriver;

  constructor(options: SqliteDriverOptions) {
    this.#driver = new SqliteDriver(options);
  }

  /** What takes turns with Kysely, but does not go through it: that costs more than SQLite takes for most statements. */
  get runners(): Required<Pick<SqlDatabaseOptions, 'directly' | 'runSync'>> {
    return { directly: (query) => this.#driver.directly(query), runSync: this.#driver.runSync };
  }

  /** Waits for its turn, then closes the database. */
  close(): Promise<void> {
    return this.#driver.destroy();
  }

  createDriver(): Driver {
    return this.#driver;
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }

  createAdapter(): DialectAdapter {
    return new SharedConnectionAdapter();
  }

  createIntrospector(database: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(database);
  }
}

/** Kysely would take turns per Kysely instance; ours share the connection, so the driver does it for all of them. */
class SharedConnectionAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
