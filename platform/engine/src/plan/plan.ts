import type { RenderedObject } from '@kubemin/render';

/** Buckets run in this order; the next starts only when the one before has fully succeeded. */
export const JOB_PRIORITIES = [0, 1, 10, 20] as const;

/** Configuration (0), what workloads need (1), workloads and their services (10), what comes after (20). */
export type JobPriority = (typeof JOB_PRIORITIES)[number];

/** One object to deliver by one job type. */
export interface PlannedJob {
  /** Names the job within its task; the same document gives the same keys, so a restarted task finds its jobs again. */
  readonly key: string;
  readonly step: string;
  readonly stepIndex: number;
  readonly priority: JobPriority;
  readonly component: string;
  /** Name of the job type. */
  readonly type: string;
  readonly rendered: RenderedObject;
}

/** Jobs of equal priority, in the order they start. */
export interface Bucket {
  readonly priority: JobPriority;
  readonly jobs: readonly PlannedJob[];
}

/** `serial` stops at the first failure; `parallel` starts a whole bucket at once and lets siblings of a failure finish. */
export type ExecutionMode = 'serial' | 'parallel';

/** A piece of a step whose components share priority buckets. */
export interface Execution {
  readonly step: string;
  readonly stepIndex: number;
  readonly mode: ExecutionMode;
  readonly buckets: readonly Bucket[];
}

/** What a task does, in order. */
export interface Plan {
  readonly executions: readonly Execution[];
}

/** All jobs of a plan in the order in which they would run one by one. */
export function jobsOf(plan: Plan): readonly PlannedJob[] {
  return plan.executions.flatMap((execution) => execution.buckets.flatMap((bucket) => bucket.jobs));
}
