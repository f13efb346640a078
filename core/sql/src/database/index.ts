/**
 * The interface to a SQL database: `SqlDatabase` runs queries and transactions, `QueryCache` keeps compiled queries,
 * and a `Migration` changes the tables of one package, once and in order. Errors have an `SqlErrorCode` that is the
 * same for every dialect. A transaction may run again after a conflict, so its function must do nothing but queries;
 * after SQL_COMMIT_UNKNOWN it is not known whether it was stored. It depends on no dialect.
 */
export { passNumbers, type SqlCapabilities } from './capabilities.ts';
export { type RepeatOptions, repeatOnConflict } from './conflict-repeat.ts';
export type { Migration } from './migration/migration.ts';
export { type MigrationAccess, serialAccess } from './migration/migration-access.ts';
export {
  assertRows,
  firstRow,
  type NamedRow,
  type NamedValue,
  namedRow,
  numberedValues,
  type QueryCache,
  type QueryTemplate,
  type RunAlone,
  type RunSync,
  type SqlScalar,
  type Step,
  type Steps,
  step,
  toScalars,
} from './query-cache.ts';
export { type QueryObserver, SqlDatabase, type SqlDatabaseOptions } from './sql-database.ts';
export { hasSqlCode, isUniqueViolation, type SqlErrorCode, sqlError } from './sql-error.ts';
export { StatementObserver, statementMetrics } from './statement-observer.ts';
