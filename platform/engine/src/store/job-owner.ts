import type { ExpressionBuilder, RawBuilder } from '@kubemin/sql';
import type { EngineTables } from '../task/index.ts';

/** Who may move a job: the executor that holds its task, as long as the task runs. */
export interface JobOwner {
  readonly taskId: string;
  readonly executorId: string;
}

/** True of jobs while their task runs and is still this executor's. */
export function isHeldBy(executorId: string | RawBuilder<string>) {
  return ({ exists, selectFrom }: ExpressionBuilder<EngineTables, 'jobs'>) =>
    exists(
      selectFrom('tasks')
        .select('tasks.id')
        .whereRef('tasks.id', '=', 'jobs.task_id')
        .where('tasks.executor_id', '=', executorId)
        .where('tasks.status', '=', 'running'),
    );
}
