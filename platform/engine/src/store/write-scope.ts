import type { QueryCache, SqlCapabilities, SqlDatabase, Transaction } from '@kubemin/sql';
import type { EngineTables } from './tables.ts';

/** A transaction on the engine's tables, what its database can do, and queries that need not be built anew. */
export interface WriteScope {
  readonly transaction: Transaction<EngineTables>;
  readonly capabilities: Pick<SqlCapabilities, 'returning'>;
  readonly cache: QueryCache<EngineTables>;
}

/** The scope of a transaction of the database. */
export function scopeOf(
  { capabilities, cache }: SqlDatabase<EngineTables>,
  transaction: Transaction<EngineTables>,
): WriteScope {
  return { transaction, capabilities, cache };
}

/** The values of rows whose places are named by column and index. */
export function valuesOf(rows: readonly object[]): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  // Runs with every transition: no lists in between.
  rows.forEach((row, index) => {
    for (const [column, value] of Object.entries(row)) values[`${column}${index}`] = value;
  });
  return values;
}
