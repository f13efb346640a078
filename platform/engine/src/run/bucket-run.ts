import type { Message } from '@kubemin/base/message';
import { runMessages } from '../messages/index.ts';
import type { PlanRow, TaskOutcome } from '../store/index.ts';
import {
  type Bucket,
  type ExecutionMode,
  fieldMessage,
  Interruption,
  isJobFinished,
  isJobSuccessful,
  type Job,
} from '../task/index.ts';
import type { JobEnd } from './job-run.ts';
import type { StepResults } from './step-results.ts';

/** How a bucket ended: go on, end the task so, or stop because the end is stored elsewhere. */
export type BucketEnd = 'done' | 'interrupted' | Exclude<TaskOutcome, { status: 'completed' }>;

/** One bucket of one execution, with the stored jobs of the task. */
export interface BucketRunOptions {
  readonly bucket: Bucket;
  readonly mode: ExecutionMode;
  /** Jobs side by side when the mode is serial. */
  readonly serialLimit: number;
  readonly stepResults: Pick<StepResults, 'row'>;
  readonly signal: AbortSignal;
  readonly run: (row: PlanRow, signal: AbortSignal) => Promise<JobEnd>;
}

interface Failure {
  readonly row: PlanRow;
  readonly end: Extract<JobEnd, { readonly error: Message }>;
}

/**
 * Runs the jobs of a bucket that are not finished yet. Serial: in order, at most `serialLimit` at once, the first
 * failure stops the others. Parallel: all at once, siblings of a failure may finish.
 */
export async function runBucket(options: BucketRunOptions): Promise<BucketEnd> {
  const rows = options.bucket.jobs.flatMap((planned) => options.stepResults.row(planned.key) ?? []);
  const failures = rows.flatMap(earlierFailure);
  const queue = failures.length > 0 ? [] : rows.filter(({ job }) => !isJobFinished(job.status));
  const limit = options.mode === 'parallel' ? queue.length : Math.max(1, options.serialLimit);
  const width = Math.min(limit, queue.length);
  // Only who runs beside others has any to stop.
  const siblings = options.mode === 'serial' && width > 1 ? new AbortController() : undefined;
  const signal = siblings === undefined ? options.signal : AbortSignal.any([options.signal, siblings.signal]);
  const ends: JobEnd[] = [];
  const lane = async (): Promise<void> => {
    for (let row = queue.shift(); row !== undefined && !signal.aborted; row = queue.shift()) {
      const end = await options.run(row, signal);
      ends.push(end);
      if (end.status === 'completed' || end.status === 'skipped') continue;
      if ('error' in end) failures.push({ row, end });
      if (options.mode === 'serial' && end.status !== 'interrupted') {
        siblings?.abort(new Interruption('sibling', runMessages.stoppedBySibling({ job: jobName(row.job) })));
      }
      if (options.mode === 'serial') return;
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: width }, lane));
  for (const settled of lanes) if (settled.status === 'rejected') throw settled.reason;
  if (failures.length > 0) return summary(failures);
  return options.signal.aborted || ends.some((end) => end.status === 'interrupted') ? 'interrupted' : 'done';
}

/** A job that failed before a crash stays failed: its task ends without touching the cluster again. */
function earlierFailure(row: PlanRow): readonly Failure[] {
  const { status } = row.job;
  if (!isJobFinished(status) || isJobSuccessful(status)) return [];
  const error = fieldMessage(row.job, 'error', row.job.error ?? status);
  return [{ row, end: { status: status === 'timeout' || status === 'rejected' ? status : 'failed', error } }];
}

function summary(failures: readonly Failure[]): BucketEnd {
  const first = failures.find(({ end }) => end.status === 'failed') ?? failures[0];
  if (first === undefined) return 'done';
  const count = failures.length - 1;
  const more = count > 0 ? runMessages.moreFailures({ count }) : undefined;
  const { status, error: reason } = first.end;
  return { status, error: runMessages.jobFailed({ job: jobName(first.row.job), reason, more }) };
}

function jobName({ component, objectKind: kind, objectName: name }: Job): Message {
  return kind === '' ? runMessages.step({ step: name }) : runMessages.object({ component, kind, name });
}
