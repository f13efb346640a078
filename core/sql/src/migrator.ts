import type { Clock } from '@kubemin/base';
import type { Kysely } from 'kysely';
import type { Migration } from './migration.ts';
import { sqlError } from './sql-error.ts';

type MigrationTables = {
  kubemin_migrations: { owner: string; position: number; name: string; applied_at: number };
};

/**
 * Brings one owner's tables up to date. Each owner (a package) has its own ordered list, so packages sharing a database
 * need not know each other. What is applied already must be a prefix of the list: anything else means another version.
 */
export async function migrate(options: {
  readonly database: Kysely<unknown>;
  readonly owner: string;
  readonly migrations: readonly Migration[];
  readonly clock: Clock;
}): Promise<void> {
  const { owner, migrations, clock } = options;
  await createHistory(options.database);
  for (;;) {
    const done = await options.database.transaction().execute(async (transaction) => {
      // Read inside the transaction: another process may be migrating the same database right now.
      const history = transaction.withTables<MigrationTables>();
      const applied = await appliedNames(history, owner);
      const next = nextMigration(owner, migrations, applied);
      if (next === undefined) return true;
      await next.up(transaction);
      await history
        .insertInto('kubemin_migrations')
        .values({ owner, position: applied.length, name: next.name, applied_at: clock.now() })
        .execute();
      return false;
    });
    if (done) return;
  }
}

async function createHistory(database: Kysely<unknown>): Promise<void> {
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

async function appliedNames(database: Kysely<MigrationTables>, owner: string): Promise<readonly string[]> {
  const rows = await database
    .selectFrom('kubemin_migrations')
    .select('name')
    .where('owner', '=', owner)
    .orderBy('position')
    .execute();
  return rows.map((row) => row.name);
}

function nextMigration(owner: string, known: readonly Migration[], applied: readonly string[]): Migration | undefined {
  for (const [position, name] of applied.entries()) {
    if (known[position]?.name === name) continue;
    throw sqlError(
      'SQL_MIGRATION_MISMATCH',
      `the database has ${owner} migration "${name}" at position ${position + 1} where this program has ` +
        `${known[position] === undefined ? 'none' : `"${known[position].name}"`}: it was made by another version; ` +
        'start that version (or newer), or use another data directory',
    );
  }
  return known[applied.length];
}
