import type { ExpressionBuilder } from '@kubemin/sql';
import type { Job } from '../job.ts';
import { JOB_TRANSITIONS, type JobStatus } from '../state/job-state.ts';
import type { JobMove } from './job-transition.ts';
import { toJob } from './row-mapping.ts';
import type { EngineTables } from './tables.ts';
import type { WriteScope } from './write-scope.ts';

/** How a task's end, or its way back to waiting, treats one unfinished state of its jobs. */
export interface JobSettlement {
  readonly from: JobStatus;
  readonly to: JobStatus;
  readonly set: JobMove['set'];
  /** When the job goes back to its queue: the last moment at which its executor surely had it. */
  readonly heldUntil?: number;
}

/** Moves all jobs of a task that are in a given state, as part of the task's own transition; answers them in order. */
export async function settleJobs(
  { transaction, cache }: WriteScope,
  taskId: string,
  settlements: readonly JobSettlement[],
): Promise<readonly Job[]> {
  const possible = settlements.filter(({ from, to }) => JOB_TRANSITIONS[from].includes(to));
  const sources = possible.map(({ from }) => from);
  const { rows: affected } = await cache.run(
    transaction,
    {
      shape: `jobs in ${sources}`,
      build: (query, value) =>
        query
          .selectFrom('jobs')
          .select(['id', 'status'])
          .where('task_id', '=', value<string>('taskId'))
          .where('status', 'in', sources),
    },
    { taskId },
  );
  if (affected.length === 0) return [];
  for (const { from, to, set, heldUntil } of possible) {
    if (!affected.some(({ status }) => status === from)) continue;
    await transaction
      .updateTable('jobs')
      .set((eb) => ({
        ...set,
        status: to,
        version: eb('version', '+', 1),
        ...(heldUntil !== undefined && { held_since: null, spent_ms: spentBy(eb, heldUntil) }),
      }))
      .where('task_id', '=', taskId)
      .where('status', '=', from)
      .execute();
  }
  const all = await transaction
    .selectFrom('jobs')
    .selectAll()
    .where('task_id', '=', taskId)
    .orderBy('position')
    .execute();
  const changed = new Set(affected.map(({ id }) => id));
  return all.filter((row) => changed.has(row.id)).map(toJob);
}

/** A job that began after the moment adds nothing: nobody saw it run. */
function spentBy(eb: ExpressionBuilder<EngineTables, 'jobs'>, moment: number) {
  return eb
    .case()
    .when('held_since', '<', moment)
    .then(eb('spent_ms', '+', eb(eb.val(moment), '-', eb.ref('held_since'))))
    .else(eb.ref('spent_ms'))
    .end();
}
