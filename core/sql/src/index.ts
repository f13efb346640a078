export {
  type ExpressionBuilder,
  type Generated,
  type Insertable,
  type Kysely,
  type Selectable,
  sql,
  type Transaction,
} from 'kysely';
export type { SqlCapabilities } from './capabilities.ts';
export type { Migration } from './migration.ts';
export { type OpenSqliteOptions, openSqlite } from './open-sqlite.ts';
export { SqlDatabase } from './sql-database.ts';
export { isUniqueViolation, type SqlErrorCode } from './sql-error.ts';
