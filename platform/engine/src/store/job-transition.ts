import { type ExpressionBuilder, type Kysely, type NamedRow, type NamedValue, namedRow } from '@kubemin/sql';
import type { Job } from '../job.ts';
import { JOB_TRANSITIONS, type JobStatus } from '../state/job-state.ts';
import { sourcesOf } from '../state/transition-table.ts';
import { toJob } from './row-mapping.ts';
import type { EngineTables, JobRow } from './tables.ts';
import type { WriteScope } from './write-scope.ts';

/** Who may move a job: the executor that holds its task, as long as the task runs. */
export interface JobOwner {
  readonly taskId: string;
  readonly executorId: string;
}

/** True of the owner's jobs while its task runs and is still its own: part of every change of a job. */
export function heldBy({ taskId, executorId }: JobOwner | NamedRow<JobOwner>) {
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

/** One step of a job's state machine. */
export interface JobMove {
  readonly jobId: string;
  readonly to: JobStatus;
  /** When given, the move only starts there. @default every state that may go there */
  readonly from?: JobStatus;
  readonly set: Partial<Pick<JobRow, 'message' | 'error' | 'ended_at' | 'outputs'>>;
  /** When the job is started: the moment. The first one stays. */
  readonly startAt?: number;
}

const jobUpdate = (query: Kysely<EngineTables>) => query.updateTable('jobs');

/** A conditional UPDATE of one job. */
export interface JobChange {
  /** Equal for changes that differ in nothing but values. */
  readonly shape: string;
  readonly jobId: string;
  readonly values: Readonly<Record<string, unknown>>;
  build(update: ReturnType<typeof jobUpdate>, value: NamedValue): ReturnType<typeof jobUpdate>;
}

/** Changes a job, and answers it as it is then; undefined when the conditions do not hold. */
export async function changeJob(
  { transaction, capabilities, cache }: WriteScope,
  { shape, jobId, build, ...change }: JobChange,
): Promise<Job | undefined> {
  const values = { ...change.values, jobId };
  const update = (query: Kysely<EngineTables>, value: NamedValue) =>
    build(jobUpdate(query), value).where('id', '=', value<string>('jobId'));
  if (capabilities.returning) {
    const template = {
      shape: `${shape}, returning`,
      build: (query: Kysely<EngineTables>, value: NamedValue) => update(query, value).returningAll(),
    };
    const row = await cache.first(transaction, template, values);
    return row && toJob(row);
  }
  const { numAffectedRows } = await cache.run(transaction, { shape, build: update }, values);
  if (numAffectedRows !== 1n) return undefined;
  return toJob(await transaction.selectFrom('jobs').selectAll().where('id', '=', jobId).executeTakeFirstOrThrow());
}

/** Moves a job by one conditional UPDATE; undefined when its state forbids it or the task is no longer the owner's. */
export function moveJob(scope: WriteScope, owner: JobOwner, move: JobMove): Promise<Job | undefined> {
  const { jobId, to, from, set, startAt } = move;
  const sources = sourcesOf(JOB_TRANSITIONS, to).filter((source) => source === (from ?? source));
  return changeJob(scope, {
    shape: `move job to ${to} from ${sources} with ${Object.keys(set)}, starting ${startAt !== undefined}`,
    jobId,
    values: { ...set, ...owner, startAt },
    build: (update, value) =>
      update
        .set((eb) => ({
          ...namedRow(set, value),
          status: to,
          version: eb('version', '+', 1),
          ...(startAt !== undefined && {
            attempt: eb('attempt', '+', 1),
            started_at: eb.fn.coalesce('started_at', value<number>('startAt')),
            held_since: value<number>('startAt'),
          }),
        }))
        .where('status', 'in', sources)
        .where(heldBy(namedRow(owner, value))),
  });
}

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
