import type { Clock } from '@kubemin/base';
import { type Dialect, Kysely, type Transaction } from 'kysely';
import type { SqlCapabilities } from './capabilities.ts';
import type { Migration } from './migration.ts';
import { migrate } from './migrator.ts';

/** What a dialect's opener hands over. All Kysely instances made from `dialect` must share its connections. */
export interface SqlDatabaseOptions {
  readonly dialect: Dialect;
  readonly capabilities: SqlCapabilities;
  readonly clock: Clock;
  /** Closes the shared connections. Kysely's own destroy does nothing for an instance that was never queried. */
  readonly close: () => Promise<void>;
}

/** An open database, seen with the tables its user declared. Packages that share one see only their own tables. */
export class SqlDatabase<Tables = unknown> {
  /** Queries outside a transaction: each is a transaction of its own. */
  readonly query: Kysely<Tables>;
  readonly capabilities: SqlCapabilities;
  readonly #dialect: Dialect;
  readonly #clock: Clock;
  readonly #close: () => Promise<void>;

  constructor(options: SqlDatabaseOptions) {
    this.query = new Kysely<Tables>({ dialect: options.dialect });
    this.capabilities = options.capabilities;
    this.#dialect = options.dialect;
    this.#clock = options.clock;
    this.#close = options.close;
  }

  /**
   * Runs `work` in one transaction: all of it or nothing. Inside, use only the given transaction: a query on the
   * database itself would wait for this very transaction to end, for ever.
   */
  transaction<R>(work: (transaction: Transaction<Tables>) => Promise<R>): Promise<R> {
    return this.query.transaction().execute(work);
  }

  /** The same database seen with `owner`'s tables, after bringing them up to date. */
  async withTables<More>(owner: string, migrations: readonly Migration[]): Promise<SqlDatabase<More>> {
    const [dialect, capabilities, clock, close] = [this.#dialect, this.capabilities, this.#clock, this.#close];
    await migrate({ database: new Kysely<unknown>({ dialect }), owner, migrations, clock });
    return new SqlDatabase<More>({ dialect, capabilities, clock, close });
  }

  /** Waits for running work and closes the database for everyone who shares it. Closing twice is fine. */
  async close(): Promise<void> {
    await this.#close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
