import { type Logger, toError } from '@kubemin/base';
import type { Job } from '../job.ts';
import type { JobContext, JobType } from '../job-type.ts';
import type { JobOutcome } from '../store/job-store.ts';
import type { JobOwner } from '../store/job-transition.ts';
import type { PlanRow } from '../store/plan-rows.ts';
import { Interruption, interruptionOf, orInterrupted } from './interruption.ts';
import { retrying } from './retrying.ts';
import type { RunDependencies } from './run-dependencies.ts';
import type { WriteGate } from './write-gate.ts';

const LAST_LOOK_MS = 5_000;

/** How a job's run ended; `interrupted` means the task's own end or hand-over settles the job. */
export type JobEnd =
  | { readonly status: 'completed' }
  | { readonly status: 'failed' | 'timeout'; readonly error: string }
  | { readonly status: 'interrupted' };

/** What the jobs of one task share. */
export interface JobRunOptions {
  readonly dependencies: RunDependencies;
  readonly owner: JobOwner;
  readonly appId: string;
  readonly gate: WriteGate;
  readonly logger: Logger;
}

/** Runs one job from start to stored end: time limit, retries, and no trust that the job type behaves. */
export async function runJob(options: JobRunOptions, row: PlanRow, parent: AbortSignal): Promise<JobEnd> {
  const { dependencies, owner } = options;
  const type = dependencies.jobTypes.named(row.planned.type);
  const job = await dependencies.jobs.start(owner, row.job.id);
  if (job === undefined) return { status: 'interrupted' };
  const progress = { last: '' };
  const limitMs = timeLimit(type, dependencies);
  const limit = new AbortController();
  const stopTimer = dependencies.clock.after(remaining(limitMs, row.spentMs), () => {
    const words = progress.last === '' ? '' : `: ${progress.last}`;
    limit.abort(new Interruption('timeout', `not done after ${limitMs / 1000} s${words}`));
  });
  const signal = AbortSignal.any([parent, limit.signal]);
  try {
    const message = await attempt({ ...options, type, row, job, signal, progress });
    return await store(options, job.id, { status: 'completed', ...(message !== undefined && { message }) });
  } catch (thrown) {
    const interruption = interruptionOf(signal);
    if (interruption?.kind === 'timeout') {
      return await store(options, job.id, { status: 'timeout', error: interruption.message });
    }
    if (interruption?.kind === 'sibling') {
      await dependencies.jobs.end(owner, job.id, { status: 'cancelled', error: interruption.message });
    }
    if (interruption !== undefined || thrown instanceof Interruption) return { status: 'interrupted' };
    return await store(options, job.id, { status: 'failed', error: toError(thrown).message });
  } finally {
    stopTimer();
  }
}

interface Attempt extends JobRunOptions {
  readonly type: JobType;
  readonly row: PlanRow;
  readonly job: Job;
  readonly signal: AbortSignal;
  readonly progress: { last: string };
}

function attempt(options: Attempt): Promise<string | undefined> {
  const { dependencies, type, signal } = options;
  const context = jobContext(options);
  const onRetry = (error: unknown, count: number): Promise<void> => {
    options.logger.warn('a job failed for now and will be tried again', { jobId: options.job.id, error });
    return context.report(`attempt ${count} failed, trying again: ${toError(error).message}`);
  };
  // The inner function makes a job type that throws before its first await no different from others.
  return retrying({ ...dependencies, signal, onRetry }, () => orInterrupted((async () => type.run(context))(), signal));
}

function jobContext(options: Attempt): JobContext {
  const { dependencies, owner, job, signal, gate, progress } = options;
  const { client, informers, clock, settings } = dependencies;
  return {
    job,
    appId: options.appId,
    rendered: options.row.planned.rendered,
    client,
    informers,
    clock,
    settings,
    signal,
    logger: options.logger.child({ jobId: job.id, job: `${job.objectKind}/${job.objectName}` }),
    report: async (message) => {
      if (message === progress.last || signal.aborted) return;
      progress.last = message;
      await dependencies.jobs.report(owner, job.id, message);
    },
    write: (effect) =>
      gate.pass(
        async () => {
          signal.throwIfAborted();
          if (await dependencies.tasks.holds(owner)) return signal.throwIfAborted();
          throw new Interruption('lost', 'the task was cancelled or is run by another executor');
        },
        (hurry) => effect(AbortSignal.any([signal, hurry])),
      ),
  };
}

async function store(
  { dependencies, owner }: JobRunOptions,
  jobId: string,
  end: JobOutcome & Exclude<JobEnd, { status: 'interrupted' }>,
): Promise<JobEnd> {
  const stored = await dependencies.jobs.end(owner, jobId, end);
  return stored === undefined ? { status: 'interrupted' } : end;
}

/**
 * What is left of the time limit after earlier starts: a job that is restarted again and again does not run for ever.
 * Time in which no executor had the job does not count, and a last look is always granted, since what was waited for
 * may have come about meanwhile.
 */
function remaining(limitMs: number, spentMs: number): number {
  return Math.max(limitMs - spentMs, Math.min(limitMs, LAST_LOOK_MS));
}

function timeLimit(type: JobType, { settings }: RunDependencies): number {
  if (typeof type.timeoutMs === 'function') return type.timeoutMs(settings);
  return type.timeoutMs ?? settings.defaultJobTimeoutMs;
}
