import type { JsonObject } from '@kubemin/kubeapi';
import type { JobStatus } from './states.ts';
import type { Decision } from './step-type.ts';
import type { Texts } from './texts.ts';

/** What a job asked, and the decision once there is one. */
export interface Approval extends Partial<Decision> {
  readonly question: string;
  /** Of `question`. */
  readonly texts?: Texts;
}

/** One piece of work within a task: the delivery of an object, or what a step of another type does. Times are milliseconds since the epoch. */
export interface Job {
  readonly id: string;
  readonly taskId: string;
  readonly step: string;
  readonly stepIndex: number;
  /** Priority of the bucket the job runs in. */
  readonly bucket: number;
  /** '' for a job that has to do with several components, or with none. */
  readonly component: string;
  /** Name of the job type. */
  readonly type: string;
  /** '' for a step that delivers no object; then `objectName` is the name of the step. */
  readonly objectKind: string;
  readonly objectName: string;
  readonly namespace: string;
  readonly status: JobStatus;
  /** What was done or what the job waits for. */
  readonly message?: string;
  readonly error?: string;
  /** Of `message` and `error`. */
  readonly texts?: Texts;
  readonly startedAt?: number;
  readonly endedAt?: number;
  /** While it runs: when its time is over. */
  readonly deadlineAt?: number;
  /** How often the job was started: retries and restarts after a crash included. */
  readonly attempt: number;
  /** What it leaves for later steps. */
  readonly outputs?: JsonObject;
  readonly approval?: Approval;
}

/** What the program of a job has written. */
export interface JobLog {
  readonly text: string;
  /** Whether the beginning is missing. */
  readonly truncated: boolean;
}
