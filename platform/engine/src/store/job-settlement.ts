import { type ExpressionBuilder, type QueryTemplate, step } from '@kubemin/sql';
import { type EngineTables, JOB_TRANSITIONS, type Job, type JobRow, type JobStatus } from '../task/index.ts';
import type { JobMove } from './job-transition.ts';
import { toJob } from './row-mapping.ts';
import type { EngineSteps } from './store-options.ts';

/** How a task's end, or its way back to waiting, treats one unfinished state of its jobs. */
export interface JobSettlement {
  readonly from: JobStatus;
  readonly to: JobStatus;
  readonly set: JobMove['set'];
  /** When the job goes back to its queue: the last moment at which its executor surely had it. */
  readonly heldUntil?: number;
}

const IN_ORDER: QueryTemplate<EngineTables, JobRow> = {
  shape: 'jobs of a task in order',
  build: (query, value) =>
    query.selectFrom('jobs').selectAll().where('task_id', '=', value<string>('taskId')).orderBy('position'),
};

/** Moves all jobs of a task that are in a given state, as part of the task's own transition; returns them in order. */
export function* settleJobs(taskId: string, settlements: readonly JobSettlement[]): EngineSteps<readonly Job[]> {
  const possible = settlements.filter(({ from, to }) => JOB_TRANSITIONS[from].includes(to));
  const { rows: affected } = yield* step(jobsIn(possible.map(({ from }) => from)), { taskId });
  if (affected.length === 0) return [];
  for (const settlement of possible) {
    if (affected.some(({ status }) => status === settlement.from)) yield* step(settlementQuery(settlement), { taskId });
  }
  const { rows: all } = yield* step(IN_ORDER, { taskId });
  const changed = new Set(affected.map(({ id }) => id));
  return all.filter((row) => changed.has(row.id)).map(toJob);
}

function jobsIn(states: readonly JobStatus[]): QueryTemplate<EngineTables, Pick<JobRow, 'id' | 'status'>> {
  return {
    shape: `jobs in ${states}`,
    build: (query, value) =>
      query
        .selectFrom('jobs')
        .select(['id', 'status'])
        .where('task_id', '=', value<string>('taskId'))
        .where('status', 'in', states),
  };
}

function settlementQuery({ from, to, set, heldUntil }: JobSettlement): QueryTemplate<EngineTables, unknown> {
  return {
    build: (query, value) =>
      query
        .updateTable('jobs')
        .set((eb) => ({
          ...set,
          status: to,
          version: eb('version', '+', 1),
          // In this order: MySQL assigns from left to right, and later expressions read what was assigned.
          ...(heldUntil !== undefined && { spent_ms: spentMsAt(eb, heldUntil), held_since: null }),
        }))
        .where('task_id', '=', value<string>('taskId'))
        .where('status', '=', from),
  };
}

/** A job that began after the moment adds nothing: no time was observed. */
function spentMsAt(eb: ExpressionBuilder<EngineTables, 'jobs'>, moment: number) {
  return eb
    .case()
    .when('held_since', '<', moment)
    .then(eb('spent_ms', '+', eb(eb.val(moment), '-', eb.ref('held_since'))))
    .else(eb.ref('spent_ms'))
    .end();
}
