import type { Job, JobStatus, RunEvent, Task } from '@kubemin/client';

/** How an attempt ended, or that it goes on. `interrupted`: its instance was lost or restarted, and the job was resumed. */
export type AttemptState = JobStatus | 'interrupted';

/** One attempt of a job, in milliseconds since the epoch. */
export interface Attempt {
  readonly number: number;
  readonly from: number;
  /** Absent while it goes on. */
  readonly to?: number;
  readonly state: AttemptState;
  /** The job as it was when the attempt ended, or as it is: its message and error are about this attempt. */
  readonly job: Job;
}

/** What the events of a run state beyond its current state. */
export interface RunHistory {
  /** The run as the newest event has it. */
  readonly task: Task | undefined;
  /** When the run left the queue of its application. */
  readonly queuedAt: number | undefined;
  readonly attempts: ReadonlyMap<string, readonly Attempt[]>;
  readonly events: readonly RunEvent[];
}

export const EMPTY_HISTORY: RunHistory = { task: undefined, queuedAt: undefined, attempts: new Map(), events: [] };

/** The code of the message of a job whose attempt failed and is repeated. */
const ATTEMPT_FAILED = 'engine.run.attemptFailed';

/** Derives attempts from the events of a run, which have to begin with its first. */
export function readHistory(events: readonly RunEvent[]): RunHistory {
  let task: Task | undefined;
  let queuedAt: number | undefined;
  const attempts = new Map<string, Attempt[]>();
  for (const event of events) {
    const time = Date.parse(event.time);
    if (event.kind === 'task') {
      task = event.task;
      if (event.task.status === 'queued') queuedAt ??= time;
    } else {
      const list = attempts.get(event.job.id) ?? [];
      attempts.set(event.job.id, list);
      addAttempt(list, event.job, time);
    }
  }
  return { task, queuedAt, attempts, events };
}

function addAttempt(list: Attempt[], job: Job, time: number): void {
  const last = list.at(-1);
  if (job.attempt > 0 && (last === undefined || last.number < job.attempt) && job.status !== 'skipped') {
    if (last !== undefined && last.to === undefined)
      list[list.length - 1] = { ...last, to: time, state: 'interrupted' };
    const from = job.attempt === 1 && job.startedAt !== undefined ? Date.parse(job.startedAt) : time;
    list.push(ended({ number: job.attempt, from, state: job.status, job }, time));
  } else if (last !== undefined && last.to === undefined) {
    list[list.length - 1] = ended({ ...last, state: job.status, job }, time);
  }
}

function ended(attempt: Attempt, time: number): Attempt {
  const { job } = attempt;
  if (job.status === 'queued') return { ...attempt, state: 'interrupted', to: time };
  if (job.status !== 'running') {
    return { ...attempt, to: Math.max(attempt.from, job.endedAt === undefined ? time : Date.parse(job.endedAt)) };
  }
  const failed = job.texts?.message;
  // The message of a failed attempt stays until the next one reports something.
  if (failed?.code === ATTEMPT_FAILED && failed.params?.attempt === attempt.number) {
    return { ...attempt, state: 'failed', to: Math.max(attempt.from, time) };
  }
  return attempt;
}

/** Whether a job of a retried run was done by an earlier run, and kept. */
export function isKept({ status, endedAt }: Job, { task }: RunHistory): boolean {
  if (task?.retryOf === undefined || endedAt === undefined) return false;
  return status === 'completed' && Date.parse(endedAt) < Date.parse(task.createdAt);
}

/** What an earlier run has done is shown as kept. This run has not tried it, which would read as not started. */
export function markKeptJobs(jobs: readonly Job[], history: RunHistory): readonly Job[] {
  return jobs.map((job) =>
    isKept(job, history) ? { ...job, status: 'skipped', attempt: Math.max(1, job.attempt) } : job,
  );
}

/** The attempts of a job without its events: one, from its start to its end. */
export function knownAttempts(job: Job, history: RunHistory): readonly Attempt[] {
  const known = history.attempts.get(job.id);
  if (known !== undefined && known.length > 0) return known;
  if (job.startedAt === undefined || job.status === 'queued' || job.status === 'skipped') return [];
  const from = Date.parse(job.startedAt);
  const to = job.endedAt === undefined ? undefined : Math.max(from, Date.parse(job.endedAt));
  return [{ number: job.attempt, from, state: job.status, job, ...(to !== undefined && { to }) }];
}
