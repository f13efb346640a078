import { type Kysely, step } from '@kubemin/sql';
import type { EngineTables } from '../task/index.ts';
import type { EngineSteps, WriteCapabilities } from './store-options.ts';

/**
 * Makes other transitions of tasks and their jobs wait until this transaction ends, for transactions that look at
 * something else before they change the tasks' rows, or change several. They are locked in the order of their ids, as
 * statements that share a commit come, so that no two transactions wait for each other. Nothing to do where transactions
 * run one after the other anyway.
 */
export function* lockTasks({ rowLocks }: WriteCapabilities, taskIds: readonly string[]): EngineSteps<void> {
  if (!rowLocks || taskIds.length === 0) return;
  yield* step({
    build: (query: Kysely<EngineTables>) =>
      query.selectFrom('tasks').select('id').where('id', 'in', taskIds).orderBy('id').forUpdate(),
  });
}
