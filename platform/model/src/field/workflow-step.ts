import type { RetryPolicy } from './retry.ts';

/** `StepByStep` runs the components of a step one after the other, `DAG` all together. */
export type WorkflowMode = 'StepByStep' | 'DAG';

/** What becomes of a failed step's objects: they stay, the new ones go, or everything returns to what it was before. */
export type OnFailure = 'keep' | 'cleanup' | 'rollback';

/** A value a step takes from an earlier one. */
export interface StepInput {
  /** The property it becomes; dots lead into objects. */
  readonly name: string;
  /** `steps.<step>.outputs.<name>` */
  readonly from: string;
}

/** A value a step leaves for later ones. */
export interface StepOutput {
  readonly name: string;
  /** Where in the step's result the value is found; absent when it is simply called `name` there. */
  readonly from?: string | undefined;
}

/** A named part of a step with components or work of its own. */
export interface WorkflowSubStep {
  readonly name: string;
  /** Absent: the step deploys. */
  readonly jobType?: string | undefined;
  readonly components: readonly string[];
  /** What the job type takes. */
  readonly properties?: Readonly<Record<string, unknown>> | undefined;
  /** When it runs; `readCondition` parses it. Absent: when everything before it succeeded. */
  readonly if?: string | undefined;
  /** How long it may take; `durationMs` reads it. */
  readonly timeout?: string | undefined;
  readonly retry?: RetryPolicy | undefined;
  readonly inputs?: readonly StepInput[] | undefined;
  readonly outputs?: readonly StepOutput[] | undefined;
  /** Absent: as the platform is set. */
  readonly onFailure?: OnFailure | undefined;
}

/** One step of the rollout; steps run in order. A step has either components or sub steps. */
export interface WorkflowStep extends WorkflowSubStep {
  readonly mode: WorkflowMode;
  readonly subSteps?: readonly WorkflowSubStep[] | undefined;
}
