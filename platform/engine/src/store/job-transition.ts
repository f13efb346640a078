import {
  type ExpressionBuilder,
  type Kysely,
  type NamedRow,
  type NamedValue,
  namedRow,
  type SqlDatabase,
  sql,
} from '@kubemin/sql';
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
  /** The states in which it is allowed. */
  readonly from: readonly JobStatus[];
  readonly values: Readonly<Record<string, unknown>>;
  build(update: ReturnType<typeof jobUpdate>, value: NamedValue): ReturnType<typeof jobUpdate>;
}

/** Changes a job, and answers it as it is then; undefined when the conditions do not hold. */
export async function changeJob(
  { transaction, capabilities, cache }: WriteScope,
  change: JobChange,
): Promise<Job | undefined> {
  const { shape, jobId } = change;
  const values = { ...change.values, jobId };
  const update = (query: Kysely<EngineTables>, value: NamedValue) => updateOf(change, query, value);
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

function updateOf({ from, build }: JobChange, query: Kysely<EngineTables>, value: NamedValue) {
  return build(jobUpdate(query), value).where('id', '=', value<string>('jobId')).where('status', 'in', from);
}

/**
 * Changes a job of a running task with the event that tells of it, in one statement: a round trip instead of five, for
 * databases with `writableWith`. The task's row comes first here too; where its owner has lost it, nothing else happens.
 */
export async function changeJobAtOnce(
  { cache }: Pick<SqlDatabase<EngineTables>, 'cache'>,
  owner: JobOwner,
  change: JobChange & { readonly time: number },
): Promise<Job | undefined> {
  const template = {
    shape: `${change.shape}, at once`,
    build: (query: Kysely<EngineTables>, value: NamedValue) =>
      query
        .with('reserved', (within) =>
          within
            .updateTable('tasks')
            .set((eb) => ({ event_sequence: eb('event_sequence', '+', 1) }))
            .where('id', '=', value<string>('taskId'))
            .where('executor_id', '=', value<string>('executorId'))
            .where('status', '=', 'running')
            .where(({ exists, selectFrom }) =>
              exists(
                selectFrom('jobs')
                  .select('jobs.id')
                  .where('jobs.id', '=', value<string>('jobId'))
                  .where('jobs.status', 'in', change.from),
              ),
            )
            .returning('event_sequence'),
        )
        .with('moved', () =>
          updateOf(change, query, value).where(sql<boolean>`exists (select 1 from reserved)`).returningAll(),
        )
        .with('told', (within) =>
          within
            .insertInto('run_events')
            .columns(['task_id', 'sequence', 'time', 'kind', 'snapshot'])
            .expression(
              within
                .selectFrom(['moved', 'reserved'])
                .select([
                  'moved.task_id',
                  'reserved.event_sequence',
                  sql<number>`${value('time')}::bigint`.as('time'),
                  sql<'job'>`'job'`.as('kind'),
                  sql<string>`row_to_json(moved)::text`.as('snapshot'),
                ]),
            ),
        )
        .selectFrom('moved')
        .selectAll(),
  };
  const { jobId, time, values } = change;
  const { rows } = await cache.alone(template, { ...values, ...owner, jobId, time }, owner.taskId);
  return rows[0] && toJob(rows[0]);
}

/** A move of a job as one conditional UPDATE: its state allows it, and the task is still the owner's. */
export function jobMove(owner: JobOwner, move: JobMove): JobChange {
  const { jobId, to, set, startAt } = move;
  const from = sourcesOf(JOB_TRANSITIONS, to).filter((source) => source === (move.from ?? source));
  return {
    shape: `move job to ${to} from ${from} with ${Object.keys(set)}, starting ${startAt !== undefined}`,
    jobId,
    from,
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
        .where(heldBy(namedRow(owner, value))),
  };
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
