/**
 * SQL databases behind one interface: `openDatabase` opens SQLite, PostgreSQL or MySQL by URL and returns a
 * `SqlDatabase`. Packages that share a database have their own tables and migrations. Queries are written with Kysely.
 */
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
export {
  firstRow,
  hasSqlCode,
  isUniqueViolation,
  type Migration,
  type MigrationAccess,
  type NamedRow,
  type NamedValue,
  namedRow,
  numberedValues,
  passNumbers,
  type QueryCache,
  type QueryObserver,
  type QueryTemplate,
  type SqlCapabilities,
  SqlDatabase,
  type SqlDatabaseOptions,
  type SqlErrorCode,
  type Step,
  type Steps,
  serialAccess,
  statementMetrics,
  step,
} from './database/index.ts';
export { builtinDialects, type DatabaseDialect, type OpenDatabaseOptions, openDatabase } from './open-database.ts';
export { KeyCheck, type KeyedVault, type ResealOptions, reseal, type SealedColumn } from './sealed/index.ts';
export { type OpenServerOptions, openMysql, openPostgres, parseServerUrl, type ServerTls } from './server/index.ts';
export { type OpenSqliteOptions, openSqlite } from './sqlite/index.ts';
