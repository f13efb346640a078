import { MysqlAdapter, MysqlIntrospector, sql } from 'kysely';
import { type SqlDatabase, sqlError } from '../../database/index.ts';
import { openMessages } from '../../messages/index.ts';
import { openServer, type ServerProduct } from '../open-server.ts';
import { type OpenServerOptions, resolveServerOptions, type ServerOptions } from '../server-options.ts';
import type { Session } from '../session.ts';
import { MysqlCompiler } from './mysql-compiler.ts';
import { type MysqlFlavour, mysqlFlavour } from './mysql-flavour.ts';
import { connectMysql } from './mysql-session.ts';

const MIGRATION_WAIT_S = 3_600;

/** Opens a database of a MySQL (8.0) or MariaDB (10.6) server, or newer. Loads the driver, and makes the first connection. */
export async function openMysql(options: OpenServerOptions): Promise<SqlDatabase> {
  const resolved = resolveServerOptions(options, 3306);
  const first = await connectMysql(resolved);
  try {
    const flavour = await mysqlFlavour(first);
    await prepare(first, flavour, resolved);
    return openServer(makeProduct(flavour), resolved, first);
  } catch (error) {
    first.destroy();
    throw error;
  }
}

function makeProduct(flavour: MysqlFlavour): ServerProduct {
  return {
    capabilities: flavour.capabilities,
    connect: async (options) => {
      const session = await connectMysql(options);
      await prepare(session, flavour, options);
      return session;
    },
    begin: ({ isolationLevel, accessMode = 'read write' }) => [
      ...(isolationLevel === undefined ? [] : [`set transaction isolation level ${isolationLevel}`]),
      `start transaction ${accessMode}`,
    ],
    // Such locks are of the whole server; the name includes the database.
    sharesCommits: false,
    lockMigrations: async (session) => {
      const lock = sql<{ taken: number | null }>`
        select get_lock(concat('kubemin:', sha1(database())), ${sql.lit(MIGRATION_WAIT_S)}) as taken`;
      const { rows } = await lock.execute(session);
      if (rows[0]?.taken !== 1) throw sqlError('SQL_BUSY', openMessages.migratingElsewhere);
    },
    unlockMigrations: async (session) => {
      await sql`select release_lock(concat('kubemin:', sha1(database())))`.execute(session);
    },
    compiler: () => new MysqlCompiler(flavour.collation),
    adapter: () => new MysqlAdapter(),
    introspector: (database) => new MysqlIntrospector(database),
  };
}

async function prepare(session: Session, flavour: MysqlFlavour, options: ServerOptions): Promise<void> {
  for (const statement of flavour.preparation(options)) await session.execute(statement, []);
}
