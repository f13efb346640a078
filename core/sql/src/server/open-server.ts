import type { DatabaseIntrospector, Dialect, DialectAdapter, Driver, Kysely, QueryCompiler } from 'kysely';
import { type RepeatOptions, type RunAlone, type SqlCapabilities, SqlDatabase } from '../database/index.ts';
import { type BeginStatements, ServerDriver } from './server-driver.ts';
import type { ServerOptions } from './server-options.ts';
import type { Session } from './session.ts';
import { SessionPool } from './session-pool.ts';
import { SharedCommits } from './shared-commits.ts';

/** What a product has to bring to become a database. */
export interface ServerProduct extends Omit<ServerDialectOptions, 'driver'> {
  readonly capabilities: SqlCapabilities;
  readonly connect: (options: ServerOptions) => Promise<Session>;
  readonly begin: BeginStatements;
  /** Whether statements that stand alone may share a commit: see `Session.together`. */
  readonly sharesCommits: boolean;
  /** Lets one connection at a time migrate; the lock must go away with it. */
  readonly lockMigrations: (session: Kysely<unknown>) => Promise<void>;
  readonly unlockMigrations: (session: Kysely<unknown>) => Promise<void>;
}

const MIGRATION_TIMEOUT_MS = 3_600_000;

/** Opens a database of a server, `first` being a connection already made. */
export function openServer(product: ServerProduct, options: ServerOptions, first: Session): SqlDatabase {
  const { clock, random, onQuery } = options;
  const pool = makePool(product, options);
  pool.adopt(first);
  const dialect = makeDialect(product, pool, options);
  const unhurried = {
    ...options,
    poolSize: 1,
    statementTimeoutMs: MIGRATION_TIMEOUT_MS,
    lockTimeoutMs: MIGRATION_TIMEOUT_MS,
  };
  return new SqlDatabase({
    dialect,
    capabilities: product.capabilities,
    migrations: {
      open: () => {
        const own = makePool(product, unhurried);
        return { dialect: makeDialect(product, own, options), close: () => own.close() };
      },
      lock: product.lockMigrations,
      unlock: product.unlockMigrations,
    },
    clock,
    random,
    onQuery,
    alone: product.sharesCommits ? sharedCommitRunner(pool, options) : undefined,
    close: () => pool.close(),
  });
}

function sharedCommitRunner(pool: SessionPool, repeat: RepeatOptions): RunAlone {
  const commits = new SharedCommits(pool, repeat);
  return (query, key) => commits.run(query, key);
}

function makePool(product: ServerProduct, options: ServerOptions): SessionPool {
  const { poolSize: size, poolWaitMs: waitMs, clock } = options;
  return new SessionPool({ connect: () => product.connect(options), size, waitMs, clock });
}

function makeDialect(product: ServerProduct, pool: SessionPool, repeat: RepeatOptions): ServerDialect {
  return new ServerDialect({ ...product, driver: new ServerDriver(pool, product.begin, repeat) });
}

/** What kysely needs of a database server. */
interface ServerDialectOptions {
  readonly driver: Driver;
  readonly compiler: () => QueryCompiler;
  readonly adapter: () => DialectAdapter;
  readonly introspector: (database: Kysely<unknown>) => DatabaseIntrospector;
}

/** Kysely over one pool of sessions, which every Kysely made from this dialect shares. */
class ServerDialect implements Dialect {
  readonly #options: ServerDialectOptions;

  constructor(options: ServerDialectOptions) {
    this.#options = options;
  }

  createDriver(): Driver {
    return this.#options.driver;
  }

  createQueryCompiler(): QueryCompiler {
    return this.#options.compiler();
  }

  createAdapter(): DialectAdapter {
    return this.#options.adapter();
  }

  createIntrospector(database: Kysely<unknown>): DatabaseIntrospector {
    return this.#options.introspector(database);
  }
}
