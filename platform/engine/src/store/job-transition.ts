import type { Message } from '@kubemin/base/message';
import type { JsonObject } from '@kubemin/kubeapi';
import {
  type ExpressionBuilder,
  firstRow,
  type Kysely,
  type NamedValue,
  namedRow,
  type QueryTemplate,
  type RawBuilder,
  step,
} from '@kubemin/sql';
import {
  allStates,
  type EngineTables,
  JOB_TRANSITIONS,
  type Job,
  type JobRow,
  type JobStatus,
  sourceStates,
} from '../task/index.ts';
import { changeTexts, errorColumns, messageColumns, toJob } from './row-mapping.ts';
import type { EngineSteps, WriteCapabilities } from './store-options.ts';

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

/** One step of a job's state machine. */
export interface JobMove {
  readonly jobId: string;
  readonly to: JobStatus;
  /** When given, the move only starts there. @default every state that may go there */
  readonly from?: JobStatus;
  readonly set: Partial<Pick<JobRow, 'message' | 'message_text' | 'error' | 'error_text' | 'ended_at' | 'outputs'>>;
  /** When the job is started: the moment. The first one stays. */
  readonly startAt?: number;
}

const jobUpdate = (query: Kysely<EngineTables>) => query.updateTable('jobs');

/** A conditional UPDATE of one job, in a transaction that holds the task's row. */
export interface JobChange {
  /** Equal for changes that differ in nothing but values. */
  readonly shape: string;
  readonly taskId: string;
  readonly jobId: string;
  /** The states in which it is allowed. */
  readonly from: readonly JobStatus[];
  /** When given, it is allowed only while the task runs and this executor holds it. @default already checked */
  readonly executorId?: string | undefined;
  readonly values: Readonly<Record<string, unknown>>;
  build(update: ReturnType<typeof jobUpdate>, value: NamedValue): ReturnType<typeof jobUpdate>;
}

const STORED: QueryTemplate<EngineTables, JobRow> = {
  shape: 'job',
  build: (query, value) => query.selectFrom('jobs').selectAll().where('id', '=', value<string>('jobId')),
};

/** Changes a job, and returns it as it is then; undefined when the conditions do not hold. */
export function* changeJob({ returning }: WriteCapabilities, change: JobChange): EngineSteps<Job | undefined> {
  const { jobId, executorId } = change;
  const shape = `${change.shape}, held ${executorId !== undefined}`;
  const values = changeValues(change);
  const update = (query: Kysely<EngineTables>, value: NamedValue) => buildJobUpdate(change, query, value);
  if (returning) {
    const template = {
      shape: `${shape}, returning`,
      build: (query: Kysely<EngineTables>, value: NamedValue) => update(query, value).returningAll(),
    };
    const row = yield* firstRow(template, values);
    return row && toJob(row);
  }
  const { numAffectedRows } = yield* step({ shape, build: update }, values);
  if (numAffectedRows !== 1n) return undefined;
  const row = yield* firstRow(STORED, { jobId });
  return row && toJob(row);
}

/** The conditional UPDATE of a change. */
export function buildJobUpdate({ from, executorId, build }: JobChange, query: Kysely<EngineTables>, value: NamedValue) {
  const update = build(jobUpdate(query), value)
    .where('id', '=', value<string>('jobId'))
    .where('task_id', '=', value<string>('taskId'))
    .where('status', 'in', from);
  return executorId === undefined ? update : update.where(isHeldBy(value<string>('executorId')));
}

/** The values that `buildJobUpdate` names. */
export function changeValues({ values, taskId, jobId, executorId }: JobChange): Readonly<Record<string, unknown>> {
  return { ...values, taskId, jobId, executorId };
}

/** The states from which each state may be entered. */
const SOURCES: ReadonlyMap<JobStatus, readonly JobStatus[]> = new Map(
  allStates(JOB_TRANSITIONS).map((to) => [to, sourceStates(JOB_TRANSITIONS, to)]),
);

/** A move of a job as one conditional UPDATE: its state allows it. */
export function jobMove(taskId: string, move: JobMove): JobChange {
  const { jobId, to, set, startAt } = move;
  const from = (SOURCES.get(to) ?? []).filter((source) => source === (move.from ?? source));
  return {
    shape: `move job to ${to} from ${from} with ${Object.keys(set)}, starting ${startAt !== undefined}`,
    taskId,
    jobId,
    from,
    values: { ...set, startAt },
    build: (update, value) =>
      update.set((eb) => ({
        ...namedRow(set, value),
        status: to,
        version: eb('version', '+', 1),
        ...(startAt !== undefined && {
          attempt: eb('attempt', '+', 1),
          started_at: eb.fn.coalesce('started_at', value<number>('startAt')),
          held_since: value<number>('startAt'),
        }),
      })),
  };
}

/** How a job ended. */
export type JobOutcome =
  | { readonly status: 'completed' | 'skipped'; readonly message?: Message; readonly outputs?: JsonObject }
  | {
      readonly status: 'failed' | 'timeout' | 'cancelled' | 'rejected';
      readonly error: Message;
      /** @default what the job reported last */
      readonly message?: Message;
    };

/** A job's end, and when it came. */
export interface JobEnding {
  readonly jobId: string;
  readonly outcome: JobOutcome;
  readonly time: number;
}

/** running → an end. */
export function endChange(taskId: string, { jobId, outcome, time }: JobEnding): JobChange {
  const { status: to, message } = outcome;
  const columns = { ended_at: time, ...(message !== undefined && messageColumns(message)) };
  if ('error' in outcome) return jobMove(taskId, { jobId, to, set: { ...columns, ...errorColumns(outcome.error) } });
  const { outputs } = outcome;
  const set = { ...columns, ...(outputs !== undefined && { outputs: JSON.stringify(outputs) }) };
  return jobMove(taskId, { jobId, to, set });
}

/** A running job as it is once its end is stored. */
export function endedJob({ texts, deadlineAt: _, ...job }: Job, { outcome, time }: JobEnding): Job {
  const { status, message } = outcome;
  const error = 'error' in outcome ? outcome.error : undefined;
  const outputs = 'outputs' in outcome ? outcome.outputs : undefined;
  return {
    ...job,
    status,
    ...(message !== undefined && { message: message.message }),
    ...(error !== undefined && { error: error.message }),
    ...(outputs !== undefined && { outputs }),
    ...changeTexts(texts, { message, error }),
    endedAt: time,
  };
}
