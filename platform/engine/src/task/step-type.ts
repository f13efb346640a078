import type { Message } from '@kubemin/base/message';
import type { JsonObject } from '@kubemin/kubeapi';
import type { DeclaredStepType, WorkflowStep } from '@kubemin/model';
import type { RenderedObject } from '@kubemin/render';
import type * as z from 'zod';
import type { JobLog } from './job.ts';
import type { JobResult } from './job-result.ts';
import type { WorkContext } from './job-type.ts';
import type { ComponentObjects } from './managed-objects.ts';
import type { JobPriority } from './plan.ts';
import type { EngineSettings } from './settings.ts';
import type { MessageOrText } from './texts.ts';

/** A user's decision about a job that asked for one. */
export interface Decision {
  readonly verdict: 'approved' | 'rejected';
  readonly by: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly comment?: string;
  /** What the decision brings along: how external work returns its result. */
  readonly values?: JsonObject;
}

/** What a running step has at hand. */
export interface StepContext<P = Readonly<Record<string, unknown>>> extends WorkContext {
  readonly step: string;
  readonly application: { readonly name: string; readonly namespace: string; readonly revision: number };
  /** The components the step names. */
  readonly components: readonly string[];
  /** As the schema reads them, with what inputs brought. */
  readonly properties: P;
  /** What an approval asks, where the platform itself asks it. */
  readonly question?: Message;
  /**
   * Waits until a user decides, for as long as it takes, over restarts too. With `until` (milliseconds since the
   * epoch), the question approves itself then. Other tasks may use its slot meanwhile.
   */
  ask(question: MessageOrText, until?: number): Promise<Decision>;
  /** Waits until a moment (milliseconds since the epoch). Others may use its place meanwhile. */
  sleepUntil(moment: number): Promise<void>;
  /** How long the job may take in all. `Infinity` for without end. */
  readonly timeLimitMs: number;
  /** Stores the output of a program, in place of what was stored before. It is readable with the run. */
  storeLog(log: JobLog): Promise<void>;
  /** Waits for something that happens elsewhere. Others may use its place meanwhile. */
  waitWithoutSlot<T>(wait: () => Promise<T>): Promise<T>;
  /**
   * Claims the names of objects that the step brings itself, before it delivers the first of them: throws where another
   * application has a host and path, or has or refers to a Secret or ConfigMap. Repeatable.
   */
  claimNames(rendered: readonly RenderedObject[]): Promise<void>;
  /** What watches show of a component, in the application's namespace. */
  componentObjects(component: string): ComponentObjects;
}

/** What a step has at hand to stop what it has started elsewhere. */
export type AbandonContext = Pick<
  StepContext,
  'job' | 'appId' | 'application' | 'client' | 'settings' | 'logger' | 'signal' | 'storeLog'
>;

/**
 * A type of workflow step, with the code that runs it. The engine takes care of order, state, time limit, retry and
 * cancel, as it does for jobs that deliver objects; the repetition rules of `JobType` hold here too.
 */
export interface StepType<S extends z.ZodObject = z.ZodObject> extends DeclaredStepType<S> {
  /** The bucket it goes to when it runs together with other sub steps. */
  readonly priority: JobPriority;
  /** Without a `timeout` of the step. `Infinity` for waiting without end. @default settings.defaultJobTimeoutMs */
  readonly timeoutMs?: number | ((settings: EngineSettings) => number);
  /** `transient`: retried after transient errors. `never`: only when the step has `retry`. */
  readonly retries: 'transient' | 'never';
  /** `engine`: it runs in this process. `pod`: users' code runs in a pod, with an account that may do nothing. */
  readonly isolation: 'engine' | 'pod';
  /** Names of the Secrets in the application's namespace that a step with these properties reads. @default none */
  secrets?(properties: z.output<S>): readonly string[];
  /**
   * Names under which a step owns objects that it delivers itself, beside the components of the document; each has a
   * dot, which no component has. They are not pruned while the workflow has the step. Its properties are not checked
   * yet, and inputs may still change them: 'unknown' when the names depend on that. @default none
   */
  owns?(step: Pick<WorkflowStep, 'name' | 'properties' | 'inputs'>): readonly string[] | 'unknown';
  run(context: StepContext<z.output<S>>): Promise<JobResult>;
  /**
   * Stops what `run` has started outside this process, once the job was ended from outside: cancelled, out of time, or
   * given up with a sibling. Not called when the task goes to another executor, which finds what was started.
   */
  abandon?(context: AbandonContext): Promise<void>;
}

/** Step types as a registry holds them: whose properties are checked right before `run`. */
export interface AnyStepType extends Omit<StepType, 'run' | 'secrets'> {
  secrets?(properties: unknown): readonly string[];
  run(context: StepContext): Promise<JobResult>;
}
