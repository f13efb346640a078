import type { SqlDatabase, Transaction } from '@kubemin/sql';
import type { EngineTables } from './tables.ts';

/**
 * Makes other transitions of the task and its jobs wait until this transaction ends, for transactions that look at
 * something else before they change the task's row. Nothing to do where transactions run one after the other anyway.
 */
export async function lockTask(
  database: SqlDatabase<EngineTables>,
  transaction: Transaction<EngineTables>,
  taskId: string,
): Promise<void> {
  if (!database.capabilities.rowLocks) return;
  await transaction.selectFrom('tasks').select('id').where('id', '=', taskId).forUpdate().execute();
}
