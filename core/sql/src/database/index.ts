/**
 * One SQL database as the rest of the code sees it: `SqlDatabase` runs statements and transactions through a cache
 * of compiled queries, `Migration` changes its tables in order and resumes after an interruption. Errors carry an
 * `SqlErrorCode` that is the same for every dialect.
 */
export { passNumbers } from './auto-increment.ts';
export type { SqlCapabilities } from './capabilities.ts';
export { type RepeatOptions, repeatOnConflict } from './conflict-repeat.ts';
export type { Migration } from './migration/migration.ts';
export { type MigrationAccess, serialAccess } from './migration/migration-access.ts';
export {
  assertRows,
  firstRow,
  type NamedRow,
  type NamedValue,
  namedRow,
  type QueryCache,
  type QueryTemplate,
  type RunAlone,
  type RunSync,
  type Step,
  type Steps,
  step,
} from './query-cache.ts';
export { type QueryObserver, SqlDatabase, type SqlDatabaseOptions } from './sql-database.ts';
export { hasSqlCode, isUniqueViolation, type SqlErrorCode, sqlError } from './sql-error.ts';
export { type SqlScalar, toScalars } from './sql-parameter.ts';
export { statementMetrics } from './statement-metrics.ts';
export { StatementObserver } from './statement-observer.ts';
