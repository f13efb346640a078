import type { Message } from '@kubemin/base/message';
import type { RenderedObject } from '@kubemin/render';
import type { StepFlow } from './step-flow.ts';

/** Buckets run in this order; the next starts only when the one before has fully succeeded. */
export const JOB_PRIORITIES = [0, 1, 10, 20] as const;

/** Configuration (0), what workloads need (1), workloads and their services (10), what comes after (20). */
export type JobPriority = (typeof JOB_PRIORITIES)[number];

interface PlannedJobBase {
  /** Names the job within its task; the same document gives the same keys, so a restarted task finds its jobs again. */
  readonly key: string;
  readonly step: string;
  readonly stepIndex: number;
  /** The sub step it belongs to. */
  readonly subStep?: string;
  readonly priority: JobPriority;
  /** '' for a job that has to do with several components, or with none. */
  readonly component: string;
  /** Name of the job type, or of the step type. */
  readonly type: string;
  /** Of the sub step, or of the step when it has none. */
  readonly flow: StepFlow;
}

/** The delivery of one object by one job type. */
export interface ObjectJob extends PlannedJobBase {
  readonly kind: 'object';
  readonly rendered: RenderedObject;
}

/** What a step of a type of its own does. */
export interface StepJob extends PlannedJobBase {
  readonly kind: 'step';
  readonly namespace: string;
  readonly components: readonly string[];
  /** As the document has them; inputs join them when the job runs. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** What an approval asks, where the platform itself asks it. */
  readonly question?: Message;
}

/** One piece of work of a plan. */
export type PlannedJob = ObjectJob | StepJob;

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
  /** Which of the step's sub steps it is when they run one after the other. */
  readonly subStepIndex?: number;
  readonly mode: ExecutionMode;
  /** Of the first of a component's phases: what leads back when the update is given up before its last one. */
  readonly abort?: { readonly component: string; readonly jobs: readonly PlannedJob[] };
  readonly buckets: readonly Bucket[];
}

/** A sub step that runs together with others: its jobs are in the buckets of the step. */
export interface Member {
  readonly name: string;
  readonly flow: StepFlow;
}

/** A step, or a sub step that has its turn after others: it is run, or skipped, as a whole. */
export interface Stage {
  readonly name: string;
  readonly flow: StepFlow;
  /** Sub steps that run one after the other; a stage that has any has no executions of its own. */
  readonly stages: readonly Stage[];
  /** Sub steps that run together. */
  readonly members: readonly Member[];
  readonly executions: readonly Execution[];
}

/** What a task does, in order. */
export interface Plan {
  readonly stages: readonly Stage[];
}

/** All executions of a plan, in order. */
export function allExecutions(plan: Pick<Plan, 'stages'>): readonly Execution[] {
  return plan.stages.flatMap((stage) => [...allExecutions(stage), ...stage.executions]);
}

/** All jobs of a plan in the order in which they would run one by one. */
export function allJobs(plan: Pick<Plan, 'stages'>): readonly PlannedJob[] {
  return allExecutions(plan).flatMap(({ buckets }) => buckets.flatMap(({ jobs }) => jobs));
}

/** All jobs of one stage, those of its sub steps among them. */
export function stageJobs(stage: Stage): readonly PlannedJob[] {
  return allJobs({ stages: [stage] });
}
