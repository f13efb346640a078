import {
  CompiledQuery,
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
import { sqlError } from '../sql-error.ts';
import { SqliteConnection, type SqliteConnectionOptions } from './sqlite-connection.ts';
import { Turnstile } from './turnstile.ts';

/** Kysely over node:sqlite. Every Kysely made from one dialect shares its connection, and takes turns on it. */
export class SqliteDialect implements Dialect {
  readonly #driver: Driver;

  constructor(options: SqliteConnectionOptions) {
    this.#driver = new SqliteDriver(options);
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

class SqliteDriver implements Driver {
  readonly #options: SqliteConnectionOptions;
  readonly #connection: SqliteConnection;
  readonly #turnstile = new Turnstile();

  constructor(options: SqliteConnectionOptions) {
    this.#options = options;
    this.#connection = new SqliteConnection(options);
  }

  async init(): Promise<void> {
    // The database was opened before kysely got it, so that a bad path is reported by whoever gave it.
  }

  async acquireConnection(): Promise<SqliteConnection> {
    await this.#turnstile.enter();
    if (this.#options.database.isOpen) return this.#connection;
    this.#turnstile.leave();
    throw sqlError('SQL_CLOSED', 'the database was closed');
  }

  async releaseConnection(): Promise<void> {
    this.#turnstile.leave();
  }

  /** Immediate: a transaction that starts by reading could otherwise find, at its first write, that another got ahead. */
  async beginTransaction(): Promise<void> {
    await this.#connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(): Promise<void> {
    await this.#connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(): Promise<void> {
    // SQLite rolls back by itself on errors such as a full disk; a second rollback would hide the first error.
    if (this.#options.database.isTransaction) await this.#connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    await this.#turnstile.enter();
    if (this.#options.database.isOpen) this.#options.database.close();
    this.#turnstile.leave();
  }
}
