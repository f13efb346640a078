import type { DatabaseIntrospector, Dialect, DialectAdapter, Driver, Kysely, QueryCompiler } from 'kysely';

/** What kysely needs of a database server. */
export interface ServerDialectOptions {
  readonly driver: Driver;
  readonly compiler: () => QueryCompiler;
  readonly adapter: () => DialectAdapter;
  readonly introspector: (database: Kysely<unknown>) => DatabaseIntrospector;
}

/** Kysely over one pool of sessions, which every Kysely made from this dialect shares. */
export class ServerDialect implements Dialect {
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
