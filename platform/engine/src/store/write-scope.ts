import type { SqlCapabilities, Steps } from '@kubemin/sql';
import type { EngineTables } from '../task/index.ts';

/** A transaction on the engine's tables, or a part of one. */
export type EngineSteps<R> = Steps<EngineTables, R>;

/** What a database can do that decides which steps a transition takes there. */
export type WriteCapabilities = Pick<SqlCapabilities, 'returning' | 'serialTransactions' | 'rowLocks'>;

/** The values of rows whose places are named by column and index. */
export function numberedValues(rows: readonly object[]): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  // Runs with every transition: no lists in between.
  rows.forEach((row, index) => {
    for (const [column, value] of Object.entries(row)) values[`${column}${index}`] = value;
  });
  return values;
}
