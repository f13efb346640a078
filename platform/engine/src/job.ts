import type { JobStatus } from './state/job-state.ts';

/** One object's delivery within a task. Times are milliseconds since the epoch. */
export interface Job {
  readonly id: string;
  readonly taskId: string;
  readonly step: string;
  readonly stepIndex: number;
  /** Priority of the bucket the job runs in. */
  readonly bucket: number;
  readonly component: string;
  /** Name of the job type. */
  readonly type: string;
  readonly objectKind: string;
  readonly objectName: string;
  readonly namespace: string;
  readonly status: JobStatus;
  /** What was done or is being waited for, in words. */
  readonly message?: string;
  readonly error?: string;
  readonly startedAt?: number;
  readonly endedAt?: number;
  /** How often the job was started, restarts after a crash included. */
  readonly attempt: number;
}
