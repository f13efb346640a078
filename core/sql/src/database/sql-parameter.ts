import { sqlError } from './sql-error.ts';

/** What every database binds as it is. */
export type SqlScalar = null | number | bigint | string | Uint8Array;

const INT64_MAX = 2n ** 63n - 1n;

/** Checks and converts the bound values of one statement. */
export function toScalars(query: { readonly sql: string; readonly parameters: readonly unknown[] }): SqlScalar[] {
  return query.parameters.map((value, index) => toScalar(value, index, query.sql));
}

/**
 * Anything that is not a scalar is refused before a driver sees it: node:sqlite takes a leading object for named
 * parameters and binds every later value one column too early, others turn dates and lists into text of their own
 * making. Booleans are 0 and 1 everywhere.
 */
function toScalar(value: unknown, index: number, sql: string): SqlScalar {
  if (value === null || typeof value === 'string' || value instanceof Uint8Array) return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'bigint' && value <= INT64_MAX && value >= -INT64_MAX - 1n) return value;
  const what = typeof value === 'object' ? (value?.constructor?.name ?? 'Object') : `${typeof value} ${String(value)}`;
  throw sqlError(
    'SQL_BAD_PARAMETER',
    `parameter ${index + 1} is ${what}, which cannot be stored: pass a string, finite number, 64-bit bigint, boolean, bytes or null (in: ${sql})`,
  );
}
