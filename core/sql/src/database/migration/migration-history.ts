import type { Clock } from '@kubemin/base';
import type { Kysely } from 'kysely';
import type { Migration } from './migration.ts';

type HistoryTables = {
  kubemin_migrations: { owner: string; position: number; name: string; applied_at: number };
};

// Stands in place of the time until a step is done, in databases that cannot do all of it at once.
const BEGUN = -1;

/** The table that knows which steps a database has seen. */
export class History {
  readonly #query: Kysely<HistoryTables>;
  readonly #owner: string;
  readonly #clock: Clock;

  constructor(query: Kysely<unknown>, { owner, clock }: { readonly owner: string; readonly clock: Clock }) {
    this.#query = query.withTables<HistoryTables>();
    this.#owner = owner;
    this.#clock = clock;
  }

  static async create(database: Kysely<unknown>): Promise<void> {
    await database.schema
      .createTable('kubemin_migrations')
      .ifNotExists()
      .addColumn('owner', 'varchar(100)', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('name', 'varchar(200)', (column) => column.notNull())
      .addColumn('applied_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('kubemin_migrations_key', ['owner', 'position'])
      .execute();
  }

  /** The names of the owner's steps, in order. */
  async applied(): Promise<readonly string[]> {
    const rows = await this.#query
      .selectFrom('kubemin_migrations')
      .select('name')
      .where('owner', '=', this.#owner)
      .where('applied_at', '!=', BEGUN)
      .orderBy('position')
      .execute();
    return rows.map((row) => row.name);
  }

  async isBegun(position: number): Promise<boolean> {
    const rows = await this.#query
      .selectFrom('kubemin_migrations')
      .select('name')
      .where('owner', '=', this.#owner)
      .where('position', '=', position)
      .execute();
    return rows.length > 0;
  }

  async add(
    step: { readonly position: number; readonly migration: Migration },
    state: 'begun' | 'done',
  ): Promise<void> {
    const { position, migration } = step;
    const applied_at = state === 'begun' ? BEGUN : this.#clock.now();
    await this.#query
      .insertInto('kubemin_migrations')
      .values({ owner: this.#owner, position, name: migration.name, applied_at })
      .execute();
  }

  async finish(position: number): Promise<void> {
    await this.#query
      .updateTable('kubemin_migrations')
      .set({ applied_at: this.#clock.now() })
      .where('owner', '=', this.#owner)
      .where('position', '=', position)
      .execute();
  }

  async forget(position: number): Promise<void> {
    await this.#query
      .deleteFrom('kubemin_migrations')
      .where('owner', '=', this.#owner)
      .where('position', '=', position)
      .execute();
  }
}
