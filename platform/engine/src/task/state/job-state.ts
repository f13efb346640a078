import { isTerminal, type TransitionTable } from './transition-table.ts';

/** The state of a job. Only `queued` and `running` can change. `rejected`: a user, or the platform, refused it. */
export type JobStatus =
  | 'queued'
  | 'running'
  | 'completed'
  | 'failed'
  | 'timeout'
  | 'cancelled'
  | 'skipped'
  | 'rejected';

/** Back to queued means: its executor died or shut down, and the job runs again. */
export const JOB_TRANSITIONS: TransitionTable<JobStatus> = {
  queued: ['running', 'cancelled', 'skipped'],
  running: ['completed', 'failed', 'timeout', 'cancelled', 'skipped', 'rejected', 'queued'],
  completed: [],
  failed: [],
  timeout: [],
  cancelled: [],
  skipped: [],
  rejected: [],
};

/** True for the states a job ends in. */
export function isJobFinished(status: JobStatus): boolean {
  return isTerminal(JOB_TRANSITIONS, status);
}

/** True when the work that comes after this job may start. */
export function isJobSuccessful(status: JobStatus): boolean {
  return status === 'completed' || status === 'skipped';
}
