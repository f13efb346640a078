import type { ExpressionBuilder } from '@kubemin/sql';
import type { EngineTables } from './tables.ts';

/** Who may move a job: the executor that holds its task, as long as the task runs. */
export interface JobOwner {
  readonly taskId: string;
  readonly executorId: string;
}

/** True of the owner's jobs while its task runs and is still its own. */
export function heldBy({ taskId, executorId }: JobOwner) {
  return ({ exists, selectFrom }: ExpressionBuilder<EngineTables, 'jobs'>) =>
    exists(
      selectFrom('tasks')
        .select('tasks.id')
        .whereRef('tasks.id', '=', 'jobs.task_id')
        .where('tasks.id', '=', taskId)
        .where('tasks.executor_id', '=', executorId)
        .where('tasks.status', '=', 'running'),
    );
}
