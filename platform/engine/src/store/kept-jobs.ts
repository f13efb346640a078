import { firstRow, type QueryTemplate, step } from '@kubemin/sql';
import { runMessages } from '../messages/index.ts';
import type { EngineTables, JobRow, TaskRow } from '../task/index.ts';
import { JOBS_OF } from './plan-rows.ts';
import { messageColumns } from './row-mapping.ts';
import type { EngineSteps } from './store-options.ts';

/** How a job of a retried task begins, by plan key; undefined when it is to run. */
export type KeptJobs = (planKey: string) => Partial<JobRow> | undefined;

const UNDO = 'undo/';
const ABORT = 'abort/';

const RETRIED: QueryTemplate<
  EngineTables,
  Pick<TaskRow, 'retry_of' | 'retry_job'> & { readonly earlier_number: number | null }
> = {
  shape: 'what a task retries',
  build: (query, value) =>
    query
      .selectFrom('tasks')
      .leftJoin('tasks as earlier', 'earlier.id', 'tasks.retry_of')
      .select(['tasks.retry_of', 'tasks.retry_job', 'earlier.position as earlier_number'])
      .where('tasks.id', '=', value<string>('taskId')),
};

/** What a task that retries another one keeps of it; undefined for a task that does not. */
export function* keptJobs(taskId: string, now: number): EngineSteps<KeptJobs | undefined> {
  const task = yield* firstRow(RETRIED, { taskId });
  if (task === undefined || task.retry_of === null) return undefined;
  const earlier = task.retry_of;
  const { rows } = yield* step(JOBS_OF, { taskId: earlier });
  const undone = new Set(rows.flatMap((row) => (row.plan_key.startsWith(UNDO) ? [targetKey(row)] : [])));
  const aborted = new Set(rows.flatMap((row) => (row.plan_key.startsWith(ABORT) ? [row.component] : [])));
  const byKey = new Map(rows.map((row) => [row.plan_key, row]));
  return (planKey) => {
    const row = byKey.get(planKey);
    if (task.retry_job !== null && row?.id === task.retry_job) return undefined;
    // What a failed step had done and undone again has to be done once more.
    if (row !== undefined && isDone(row) && !undone.has(targetKey(row)) && !aborted.has(row.component)) {
      const { status, outputs } = row;
      return {
        status,
        outputs,
        started_at: row.started_at,
        ended_at: row.ended_at,
        ...messageColumns(runMessages.keptFromRun({ run: `${task.earlier_number}` })),
      };
    }
    if (task.retry_job === null) return undefined;
    return { status: 'skipped', ended_at: now, ...messageColumns(runMessages.notInRetry) };
  };
}

/** A job that was skipped without having started was not reached, or left out by a condition that is asked again. */
function isDone({ status, attempt }: JobRow): boolean {
  return status === 'completed' || (status === 'skipped' && attempt > 0);
}

function targetKey({ object_kind, namespace, object_name }: JobRow): string {
  return `${object_kind}/${namespace}/${object_name}`;
}
