import type { Clock } from '@kubemin/base';
import { Kysely } from 'kysely';
import { openMessages } from '../../messages/index.ts';
import type { SqlCapabilities } from '../capabilities.ts';
import { hasSqlCode, sqlError } from '../sql-error.ts';
import type { Migration } from './migration.ts';
import type { MigrationAccess } from './migration-access.ts';
import { History } from './migration-history.ts';
import { Resuming, resumable } from './resumable-dialect.ts';

/** Whose tables to bring up to date, in which database. */
export interface MigrateOptions {
  readonly access: MigrationAccess;
  readonly capabilities: SqlCapabilities;
  readonly owner: string;
  readonly migrations: readonly Migration[];
  readonly clock: Clock;
}

/**
 * Brings one owner's tables up to date. Each owner (a package) has its own ordered list, so packages sharing a database
 * need not know each other. What is applied already must be a prefix of the list: anything else means another version.
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const { capabilities, access } = options;
  const resuming = new Resuming();
  const { dialect, close } = access.open();
  const database = new Kysely<unknown>({ dialect: resumable(dialect, resuming) });
  const steps = capabilities.transactionalDdl ? stepsInTransaction : stepsInPieces;
  try {
    await database.connection().execute(async (session) => {
      await access.lock(session);
      await steps({ ...options, session, resuming });
      await access.unlock(session);
    });
  } finally {
    // Where anything above failed, this is also what ends the lock.
    await close();
  }
}

interface StepOptions extends MigrateOptions {
  readonly session: Kysely<unknown>;
  readonly resuming: Resuming;
}

/** All steps or none of them: each commit is a sync to disk, which a first start would wait for dozens of times. */
function stepsInTransaction(options: StepOptions): Promise<void> {
  return options.session.transaction().execute(async (transaction) => {
    await History.create(transaction);
    const history = new History(transaction, options);
    // Read inside the transaction: another process may be migrating the same database right now.
    const applied = [...(await history.applied())];
    for (;;) {
      const next = nextMigration(options, applied);
      if (next === undefined) return;
      await next.migration.up(transaction, options.capabilities);
      await history.add(next, 'done');
      applied.push(next.migration.name);
    }
  });
}

async function stepsInPieces(options: StepOptions): Promise<void> {
  await History.create(options.session);
  while (await stepInPieces(options));
}

/** For databases that commit whenever a table is made: the history records which step was begun, so that it is continued. */
async function stepInPieces(options: StepOptions): Promise<boolean> {
  const { session, resuming, capabilities } = options;
  const history = new History(session, options);
  const next = nextMigration(options, await history.applied());
  if (next === undefined) return false;
  const begun = await history.isBegun(next.position);
  if (!begun) await history.add(next, 'begun');
  try {
    const up = () => next.migration.up(session, capabilities);
    await (begun ? resuming.during(up) : up());
  } catch (error) {
    // Not ours: it was there before the step began, and must not be taken for the step's work next time.
    if (hasSqlCode(error, 'SQL_ALREADY_EXISTS')) await history.forget(next.position);
    throw error;
  }
  await history.finish(next.position);
  return true;
}

function nextMigration(
  { owner, migrations: known }: MigrateOptions,
  applied: readonly string[],
): { readonly position: number; readonly migration: Migration } | undefined {
  for (const [position, name] of applied.entries()) {
    if (known[position]?.name === name) continue;
    throw sqlError(
      'SQL_MIGRATION_MISMATCH',
      openMessages.migrationMismatch({
        owner,
        name,
        position: position + 1,
        known:
          known[position] === undefined
            ? openMessages.noMigration
            : openMessages.migration({ name: known[position].name }),
      }),
    );
  }
  const migration = known[applied.length];
  return migration && { position: applied.length, migration };
}
