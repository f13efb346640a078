import { sqlError } from './sql-error.ts';

/** Kysely derives R from the query and the table types; at run time a database has nothing to check it against. */
export function assertRows<R>(rows: readonly unknown[]): asserts rows is R[] {
  if (!Array.isArray(rows)) throw sqlError('SQL_FAILED', 'the database answered something that is not a list of rows');
}
