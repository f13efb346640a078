import { PostgresAdapter, PostgresIntrospector, sql } from 'kysely';
import { openServer, type ServerProduct } from '../server/open-server.ts';
import { type OpenServerOptions, resolveServerOptions } from '../server/server-options.ts';
import type { SqlDatabase } from '../sql-database.ts';
import { PostgresCompiler } from './postgres-compiler.ts';
import { connectPostgres } from './postgres-session.ts';

// Any number does, as long as every version of this program uses the same; advisory locks are per database.
const MIGRATION_LOCK = sql.lit(5_120_377_041);

const POSTGRES: ServerProduct = {
  capabilities: {
    dialect: 'postgres',
    returning: true,
    writableWith: true,
    partialIndexes: true,
    transactionalDdl: true,
    serialTransactions: false,
    rowLocks: true,
    separateCounts: true,
    skipLocked: true,
  },
  connect: (options) => connectPostgres(options),
  // Read committed, unless asked otherwise, whatever the server's own default is.
  begin: ({ isolationLevel = 'read committed', accessMode = 'read write' }) => [
    `start transaction isolation level ${isolationLevel} ${accessMode}`,
  ],
  sharesCommits: true,
  lockMigrations: async (session) => {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(session);
  },
  unlockMigrations: async (session) => {
    await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(session);
  },
  compiler: () => new PostgresCompiler(),
  adapter: () => new PostgresAdapter(),
  introspector: (database) => new PostgresIntrospector(database),
};

/** Opens a database of a PostgreSQL server (12 or newer). Loads the driver, and makes the first connection. */
export async function openPostgres(options: OpenServerOptions): Promise<SqlDatabase> {
  const resolved = resolveServerOptions(options, 5432);
  return openServer(POSTGRES, resolved, await connectPostgres(resolved));
}
