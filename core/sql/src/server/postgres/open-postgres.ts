import {
  type ColumnDefinitionNode,
  DataTypeNode,
  type OperationNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  RawNode,
  sql,
} from 'kysely';
import type { SqlDatabase } from '../../database/index.ts';
import { openServer, type ServerProduct } from '../open-server.ts';
import { type OpenServerOptions, resolveServerOptions } from '../server-options.ts';
import { connectPostgres } from './postgres-session.ts';

const BY_CODE_POINT = RawNode.createWithSql('collate "C"');

/** Gives columns the meaning they have in every dialect. */
class PostgresCompiler extends PostgresQueryCompiler {
  protected override visitColumnDefinition(node: ColumnDefinitionNode): void {
    super.visitColumnDefinition(portable(node));
  }
}

function portable(node: ColumnDefinitionNode): ColumnDefinitionNode {
  const type = columnType(node.dataType);
  if (type === 'blob') return { ...node, dataType: RawNode.createWithSql('bytea') };
  if (node.autoIncrement) {
    const dataType = RawNode.createWithSql(type === 'bigint' ? 'bigserial' : 'serial');
    return { ...node, dataType, autoIncrement: false };
  }
  if (type !== 'text' && !type.startsWith('varchar')) return node;
  // The database's own collation may follow a language: other orders, and other results of `<`.
  return { ...node, frontModifiers: [BY_CODE_POINT, ...(node.frontModifiers ?? [])] };
}

function columnType(node: OperationNode): string {
  return DataTypeNode.is(node) ? node.dataType : '';
}

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
