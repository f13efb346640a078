import { namedRow, numberedValues, type QueryTemplate, step } from '@kubemin/sql';
import type { EngineTables, Job, JobRow, PlannedJob } from '../task/index.ts';
import type { KeptJobs } from './kept-jobs.ts';
import { toJob } from './row-mapping.ts';
import type { EngineSteps, StoreOptions } from './store-options.ts';

/** A planned job and its stored twin. */
export interface PlanRow {
  readonly planned: PlannedJob;
  readonly job: Job;
  /** How long earlier starts of the task had worked on it. */
  readonly spentMs: number;
}

const INSERT_BATCH = 25;

/** A plan, and which of its jobs are stored: those of an earlier start of the same task are found by key. */
export interface ComparedPlan {
  readonly taskId: string;
  readonly jobs: readonly PlannedJob[];
  readonly stored: readonly JobRow[];
  readonly missing: readonly PlannedJob[];
}

/** All jobs of a task. */
export const JOBS_OF: QueryTemplate<EngineTables, JobRow> = {
  shape: 'jobs of a task',
  build: (query, value) => query.selectFrom('jobs').selectAll().where('task_id', '=', value<string>('taskId')),
};

/** Looks which jobs of a plan the database has. Only the executor that holds the task adds any. */
export function* comparePlan(taskId: string, jobs: readonly PlannedJob[]): EngineSteps<ComparedPlan> {
  const { rows: stored } = yield* step(JOBS_OF, { taskId });
  const keys = new Set(stored.map((row) => row.plan_key));
  return { taskId, jobs, stored, missing: jobs.filter((job) => !keys.has(job.key)) };
}

/** Stores the jobs a plan has and the database does not. */
export function* storePlan(
  { taskId, jobs, stored, missing }: ComparedPlan,
  options: {
    readonly newId: () => string;
    readonly timeLimit: StoreOptions['timeLimit'];
    /** What is known of jobs before they ever run, by plan key. @default nothing */
    readonly kept?: KeptJobs | undefined;
  },
): EngineSteps<{ readonly rows: readonly PlanRow[]; readonly added: readonly Job[] }> {
  const { newId, timeLimit } = options;
  const rows = newRows({ taskId, jobs: missing, from: stored.length, newId, timeLimit }).map((row) => ({
    ...row,
    ...options.kept?.(row.plan_key),
  }));
  yield* insertJobs(rows);
  return { rows: pairRows(jobs, [...stored, ...rows]), added: rows.map(toJob) };
}

/** Stores new jobs. */
export function* insertJobs(rows: readonly JobRow[]): EngineSteps<void> {
  for (let start = 0; start < rows.length; start += INSERT_BATCH) {
    const batch = rows.slice(start, start + INSERT_BATCH);
    const template: QueryTemplate<EngineTables, unknown> = {
      shape: `insert ${batch.length} jobs`,
      build: (query, value) =>
        query.insertInto('jobs').values(batch.map((row, index) => namedRow(row, value, `${index}`))),
    };
    yield* step(template, numberedValues(batch));
  }
}

/** Planned jobs with their rows. */
export function pairRows(jobs: readonly PlannedJob[], rows: readonly JobRow[]): readonly PlanRow[] {
  const byKey = new Map(rows.map((row) => [row.plan_key, row]));
  return jobs.flatMap((planned) => {
    const row = byKey.get(planned.key);
    return row === undefined ? [] : [{ planned, job: toJob(row), spentMs: row.spent_ms }];
  });
}

/** The rows of jobs that the database has not seen. */
export function newRows({
  taskId,
  jobs,
  from = 0,
  newId,
  timeLimit,
}: {
  readonly taskId: string;
  readonly jobs: readonly PlannedJob[];
  /** How many the task has already. */
  readonly from?: number;
  readonly newId: () => string;
  readonly timeLimit: StoreOptions['timeLimit'];
}): readonly JobRow[] {
  return jobs.map((job, index) => newRow({ job, taskId, id: newId(), position: from + index, timeLimit }));
}

function newRow(from: {
  readonly job: PlannedJob;
  readonly taskId: string;
  readonly id: string;
  readonly position: number;
  readonly timeLimit: StoreOptions['timeLimit'];
}): JobRow {
  const { job, taskId, id, position, timeLimit } = from;
  return {
    id,
    task_id: taskId,
    plan_key: job.key,
    position,
    step: job.step,
    step_index: job.stepIndex,
    bucket: job.priority,
    component: job.component,
    type: job.type,
    ...targetColumns(job),
    status: 'queued',
    message: null,
    message_text: null,
    error: null,
    error_text: null,
    started_at: null,
    ended_at: null,
    held_since: null,
    spent_ms: 0,
    time_limit_ms: timeLimit?.(job) ?? null,
    attempt: 0,
    version: 1,
    outputs: null,
    question: null,
    question_text: null,
    verdict: null,
    decided_by: null,
    decided_at: null,
    decision_comment: null,
    decision_values: null,
  };
}

function targetColumns(job: PlannedJob): Pick<JobRow, 'object_kind' | 'object_name' | 'namespace'> {
  if (job.kind === 'step') {
    return { object_kind: '', object_name: job.subStep ?? job.step, namespace: job.namespace };
  }
  const { kind, metadata } = job.rendered.object;
  return { object_kind: kind, object_name: metadata.name ?? '', namespace: metadata.namespace ?? '' };
}
