export {
  type Compilable,
  CompiledQuery,
  type ExpressionBuilder,
  type Generated,
  type Insertable,
  type Kysely,
  type RawBuilder,
  type Selectable,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
  type Transaction,
} from 'kysely';
export { passNumbers } from './auto-increment.ts';
export { builtinDialects } from './builtin-dialects.ts';
export type { SqlCapabilities } from './capabilities.ts';
export type { DatabaseDialect, OpenDatabaseOptions } from './database-dialect.ts';
export type { Migration } from './migration/migration.ts';
export { type MigrationAccess, serialAccess } from './migration/migration-access.ts';
export { openMysql } from './mysql/open-mysql.ts';
export { openDatabase } from './open-database.ts';
export { openPostgres } from './postgres/open-postgres.ts';
export { type NamedRow, type NamedValue, namedRow, type QueryCache, type QueryTemplate } from './query-cache.ts';
export { KeyCheck, type KeyedVault } from './sealed/key-check.ts';
export { type ResealOptions, reseal } from './sealed/reseal.ts';
export type { SealedColumn } from './sealed/sealed-column.ts';
export type { OpenServerOptions, ServerTls } from './server/server-options.ts';
export { parseServerUrl } from './server/server-url.ts';
export { type QueryObserver, SqlDatabase, type SqlDatabaseOptions } from './sql-database.ts';
export { hasSqlCode, isUniqueViolation, type SqlErrorCode } from './sql-error.ts';
export { type OpenSqliteOptions, openSqlite } from './sqlite/open-sqlite.ts';
export { statementMetrics } from './statement-metrics.ts';
export { firstOf, type Step, type Steps, step } from './steps.ts';
