import type { Transaction } from '@kubemin/sql';
import type { EngineTables, JobRow } from './tables.ts';

/** How a job of a retried task begins, by plan key; undefined when it is to run. */
export type KeptJobs = (planKey: string) => Partial<JobRow> | undefined;

const UNDO = 'undo/';
const ABORT = 'abort/';

/** What a task that retries another one keeps of it; undefined for a task that does not. */
export async function keptJobs(
  transaction: Transaction<EngineTables>,
  taskId: string,
  now: number,
): Promise<KeptJobs | undefined> {
  const task = await transaction
    .selectFrom('tasks')
    .select(['retry_of', 'retry_job'])
    .where('id', '=', taskId)
    .executeTakeFirst();
  if (task === undefined || task.retry_of === null) return undefined;
  const earlier = task.retry_of;
  const rows = await transaction.selectFrom('jobs').selectAll().where('task_id', '=', earlier).execute();
  const undone = new Set(rows.flatMap((row) => (row.plan_key.startsWith(UNDO) ? [targetOf(row)] : [])));
  const aborted = new Set(rows.flatMap((row) => (row.plan_key.startsWith(ABORT) ? [row.component] : [])));
  const byKey = new Map(rows.map((row) => [row.plan_key, row]));
  return (planKey) => {
    const row = byKey.get(planKey);
    if (task.retry_job !== null && row?.id === task.retry_job) return undefined;
    // What a failed step had done and undone again has to be done once more.
    if (row !== undefined && isDone(row) && !undone.has(targetOf(row)) && !aborted.has(row.component)) {
      const { status, outputs } = row;
      return {
        status,
        outputs,
        started_at: row.started_at,
        ended_at: row.ended_at,
        message: `kept from run ${earlier}`,
      };
    }
    if (task.retry_job === null) return undefined;
    return { status: 'skipped', ended_at: now, message: 'not part of this retry' };
  };
}

/** A job that was skipped without having started was not reached, or left out by a condition that is asked again. */
function isDone({ status, attempt }: JobRow): boolean {
  return status === 'completed' || (status === 'skipped' && attempt > 0);
}

function targetOf({ object_kind, namespace, object_name }: JobRow): string {
  return `${object_kind}/${namespace}/${object_name}`;
}
