import type { SqlDatabase, Transaction } from '@kubemin/sql';
import type { EngineTables } from './tables.ts';

/**
 * Makes other transitions of tasks and their jobs wait until this transaction ends, for transactions that look at
 * something else before they change the tasks' rows, or change several. They are locked in the order of their ids, as
 * statements that share a commit come, so that no two transactions wait for each other. Nothing to do where transactions
 * run one after the other anyway.
 */
export async function lockTasks(
  database: SqlDatabase<EngineTables>,
  transaction: Transaction<EngineTables>,
  taskIds: readonly string[],
): Promise<void> {
  if (!database.capabilities.rowLocks) return;
  await transaction.selectFrom('tasks').select('id').where('id', 'in', taskIds).orderBy('id').forUpdate().execute();
}
