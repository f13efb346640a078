import type { Clock, Random } from '@kubemin/base';
import { type Dialect, Kysely, type LogEvent, type Transaction } from 'kysely';
import type { SqlCapabilities } from './capabilities.ts';
import { repeatOnConflict } from './conflict-repeat.ts';
import type { Migration } from './migration/migration.ts';
import type { MigrationAccess } from './migration/migration-access.ts';
import { migrate } from './migration/migrator.ts';
import { QueryCache, type QueryRunners, type RunAlone, type RunSync, runSteps, type Steps } from './query-cache.ts';
import { StatementObserver } from './statement-observer.ts';

/** Gets every statement after it ran, with its duration: for metrics, and for looking at query plans. */
export type QueryObserver = (query: {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly durationMs: number;
  /** Why it failed; undefined when it did not. */
  readonly error: unknown;
}) => void;

/** What a dialect's opener hands over. All Kysely instances made from `dialect` must share its connections. */
export interface SqlDatabaseOptions extends QueryRunners {
  readonly dialect: Dialect;
  readonly capabilities: SqlCapabilities;
  readonly migrations: MigrationAccess;
  readonly clock: Clock;
  readonly random: Random;
  readonly onQuery?: QueryObserver | undefined;
  /** Of a database in this process. @default a transaction that awaits each statement */
  readonly runSync?: RunSync | undefined;
  /** Closes the shared connections. Kysely's own destroy does nothing for an instance that was never queried. */
  readonly close: () => Promise<void>;
}

/** How a transaction meets those beside it. */
interface TransactionOptions {
  /**
   * What its statements see of others: what is committed when each begins, or what was when the first one began. Where
   * transactions run one after the other it makes no difference. @default read committed
   */
  readonly isolation?: 'read committed' | 'repeatable read';
}

/** An open database, seen with the tables its user declared. Packages that share one see only their own tables. */
export class SqlDatabase<Tables = unknown> {
  /** Queries outside a transaction: each is a transaction of its own, and runs again for the same reason as one. */
  readonly query: Kysely<Tables>;
  /** For queries that run often: see there. */
  readonly cache: QueryCache<Tables>;
  readonly capabilities: SqlCapabilities;
  readonly #options: SqlDatabaseOptions;

  constructor(options: SqlDatabaseOptions) {
    this.query = makeKysely<Tables>(options);
    this.cache = new QueryCache(this.query, { ...options, alone: observeSharedCommits(options) });
    this.capabilities = options.capabilities;
    this.#options = options;
  }

  /**
   * Runs `work` in one transaction: all of it or nothing. Inside, use only the given transaction: a query on the
   * database itself may wait for this very transaction to end. A statement that fails inside ends the transaction;
   * let its error out.
   *
   * `work` runs again when the database undid the transaction because of another one, so it must do nothing but
   * queries. It does not run again when the connection broke: SQL_CONNECTION_LOST means that nothing was stored,
   * SQL_COMMIT_UNKNOWN that the outcome is unknown.
   */
  async transaction<R>(
    work: (transaction: Transaction<Tables>) => Promise<R>,
    { isolation }: TransactionOptions = {},
  ): Promise<R> {
    const builder = this.query.transaction();
    const transaction = isolation === undefined ? builder : builder.setIsolationLevel(isolation);
    return repeatOnConflict(this.#options, () => transaction.execute(work));
  }

  /** A transaction that `work` writes as steps. The contract of `transaction` holds here, too. */
  async runSteps<R>(work: () => Steps<Tables, R>): Promise<R> {
    const { runSync } = this.#options;
    if (runSync === undefined) return this.transaction((transaction) => this.cache.runSteps(transaction, work()));
    return runSync((run) => runSteps(work(), ({ template, values }) => run(this.cache.bind(template, values))));
  }

  /** The same database seen with `owner`'s tables, after bringing them up to date. */
  async withTables<More>(owner: string, migrations: readonly Migration[]): Promise<SqlDatabase<More>> {
    const { migrations: access, clock } = this.#options;
    await migrate({ access, capabilities: this.capabilities, owner, migrations, clock });
    return new SqlDatabase<More>(this.#options);
  }

  /** Waits for running work and closes the database for all its users. Closing twice is fine. */
  async close(): Promise<void> {
    await this.#options.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

function makeKysely<Tables>({ dialect, onQuery }: SqlDatabaseOptions): Kysely<Tables> {
  if (onQuery === undefined) return new Kysely<Tables>({ dialect });
  const log = (event: LogEvent): void => {
    const { sql, parameters } = event.query;
    const error = event.level === 'error' ? event.error : undefined;
    onQuery({ sql, parameters, durationMs: event.queryDurationMillis, error });
  };
  return new Kysely<Tables>({ dialect, log });
}

/** Kysely knows nothing of what does not go through it. */
function observeSharedCommits({ alone, ...options }: SqlDatabaseOptions): RunAlone | undefined {
  const watch = new StatementObserver(options);
  return alone && ((query, key) => watch.observe(query, () => alone(query, key)));
}
