import type { JsonObject } from '@kubemin/kubeapi';
import type { Job } from '../job.ts';
import { type JobChange, jobMove } from './job-transition.ts';

/** How a job ended. */
export type JobOutcome =
  | { readonly status: 'completed' | 'skipped'; readonly message?: string; readonly outputs?: JsonObject }
  | {
      readonly status: 'failed' | 'timeout' | 'cancelled' | 'rejected';
      readonly error: string;
      /** @default what the job reported last */
      readonly message?: string;
    };

/** A job's end, and when it came. */
export interface JobEnding {
  readonly jobId: string;
  readonly outcome: JobOutcome;
  readonly time: number;
}

/** running → an end. */
export function endChange(taskId: string, { jobId, outcome, time }: JobEnding): JobChange {
  const { status: to } = outcome;
  const { message } = outcome;
  if ('error' in outcome) {
    const set = { ended_at: time, error: outcome.error, ...(message !== undefined && { message }) };
    return jobMove(taskId, { jobId, to, set });
  }
  const { outputs } = outcome;
  const set = {
    ended_at: time,
    ...(message !== undefined && { message }),
    ...(outputs !== undefined && { outputs: JSON.stringify(outputs) }),
  };
  return jobMove(taskId, { jobId, to, set });
}

/** A running job as it is once its end is stored. */
export function endedJob(job: Job, { outcome, time }: JobEnding): Job {
  return { ...job, ...outcome, endedAt: time };
}
