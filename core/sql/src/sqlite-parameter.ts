import { sqlError } from './sql-error.ts';

/** What node:sqlite binds as it is. */
export type SqliteParameter = null | number | bigint | string | Uint8Array;

const INT64_MAX = 2n ** 63n - 1n;

/**
 * Checks and converts one bound value. node:sqlite takes a leading object for a map of named parameters and then binds
 * every later value one column too early, so anything that is not a scalar is refused here, before SQLite sees it.
 */
export function toSqliteParameter(value: unknown, index: number, sql: string): SqliteParameter {
  if (value === null || typeof value === 'string' || value instanceof Uint8Array) return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'bigint' && value <= INT64_MAX && value >= -INT64_MAX - 1n) return value;
  const what = typeof value === 'object' ? (value?.constructor?.name ?? 'Object') : `${typeof value} ${String(value)}`;
  throw sqlError(
    'SQL_BAD_PARAMETER',
    `parameter ${index + 1} is ${what}, which SQLite cannot store: pass a string, finite number, 64-bit bigint, boolean, bytes or null (in: ${sql})`,
  );
}
