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
export type { SqlCapabilities } from './capabilities.ts';
export type { Migration } from './migration/migration.ts';
export { type MigrationAccess, serialAccess } from './migration/migration-access.ts';
export { openMysql } from './mysql/open-mysql.ts';
export { builtinDialects, type DatabaseDialect, type OpenDatabaseOptions, openDatabase } from './open-database.ts';
export { openPostgres } from './postgres/open-postgres.ts';
export {
  firstRow,
  type NamedRow,
  type NamedValue,
  namedRow,
  type QueryCache,
  type QueryTemplate,
  type Step,
  type Steps,
  step,
} from './query-cache.ts';
export { KeyCheck, type KeyedVault } from './sealed/key-check.ts';
export { type ResealOptions, reseal, type SealedColumn } from './sealed/reseal.ts';
export type { OpenServerOptions, ServerTls } from './server/server-options.ts';
export { parseServerUrl } from './server/server-url.ts';
export { type QueryObserver, SqlDatabase, type SqlDatabaseOptions } from './sql-database.ts';
export { hasSqlCode, isUniqueViolation, type SqlErrorCode } from './sql-error.ts';
export { type OpenSqliteOptions, openSqlite } from './sqlite/open-sqlite.ts';
export { statementMetrics } from './statement-metrics.ts';
