import type { Clock, Logger } from '@kubemin/base';
import type { InformerFactory, KubeClient } from '@kubemin/kube';
import type { ResourceType } from '@kubemin/kubeapi';
import type { RenderedObject } from '@kubemin/render';
import type { PermittedUses } from './guard/use-guard.ts';
import type { Job } from './job.ts';
import type { JobEffect, JobResult } from './job-result.ts';
import type { Fetcher } from './outbound/fetcher.ts';
import type { JobPriority } from './plan.ts';
import type { ProgramRunner } from './programs/program-runner.ts';
import type { EngineSettings } from './settings.ts';
import type { ShareStore } from './share-store.ts';
import type { RunTenancy } from './tenancy/tenancy.ts';
import type { MessageOrText } from './texts.ts';

/**
 * A way to deliver objects of some kinds. The engine takes care of order, state, time limit, retry and cancel.
 *
 * `run` may be called more than once for the same job (after a crash or a transient error), so what it does must be
 * repeatable; for effects outside the cluster, `job.id` is the key by which the other side can detect a repetition.
 * It succeeds by resolving, optionally with a result whose message is stored together with the end. A RetryableError (or a transient refusal of the Kubernetes API) is tried again, anything
 * else it throws fails the job with the error's message.
 */
export interface JobType {
  readonly name: string;
  /** Kinds of rendered objects it delivers; each kind belongs to one job type. */
  readonly kinds: readonly string[];
  readonly priority: JobPriority;
  /** @default settings.defaultJobTimeoutMs */
  readonly timeoutMs?: number | ((settings: EngineSettings) => number);
  /** Without it, objects that the type has delivered stay until a user deletes them. */
  readonly prune?: PruneRule;
  run(context: JobContext): Promise<JobResult | string | undefined>;
  /**
   * The part of `run` that writes, without waiting for what comes of it: `run` does exactly this first. Previews call it
   * with a client that sends dry runs and changes nothing. Without it, previews report that the effect is unknown.
   */
  dryRun?(context: JobContext): Promise<JobEffect>;
}

/** How objects that a job type delivers leave the cluster once the application has no use for them any more. */
export interface PruneRule {
  /** Where they are looked for: by the owner label, in all namespaces. */
  readonly resource: ResourceType;
  /**
   * `component`: as soon as the component's new objects are delivered, so that old and new do not serve side by side.
   * `run`: when all else has succeeded, since components that are still to be updated may use them until then.
   */
  readonly after: 'component' | 'run';
}

/** What a running job that delivers an object has at hand. */
export interface JobContext extends WorkContext {
  /** The object to deliver; for a job that prunes, the one to delete. */
  readonly rendered: RenderedObject;
}

/** What every running job has at hand. */
export interface WorkContext {
  readonly job: Job;
  readonly appId: string;
  /** Whether no run of the application is known to have begun before: what is to be delivered is hardly there yet. */
  readonly firstRun: boolean;
  readonly client: KubeClient;
  /** Shared informers: ask for a kind and it is listed and watched from then on. */
  readonly informers: InformerFactory;
  /** The way out of the platform; it refuses addresses that users must not reach through it. */
  readonly fetcher: Fetcher;
  /** Programs of the platform's machine that steps use, such as `ssh`. Code of users never runs there. */
  readonly programs: ProgramRunner;
  /** Which application makes what several share, and what it is called. */
  readonly shares: Pick<ShareStore, 'claim' | 'takeOver' | 'isAbandoned' | 'applicationName'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly settings: EngineSettings;
  /** What the run may use although it belongs to others; undefined where nothing is restricted. */
  readonly permitted?: PermittedUses;
  /** The project of the run, where projects are bound to namespaces. */
  readonly tenancy?: RunTenancy | undefined;
  /** Aborts at cancel, time limit and shutdown. A job that does not listen is abandoned. */
  readonly signal: AbortSignal;
  /**
   * Stores what the job waits for. Each call is a commit, so it is for jobs that take a while; what was done at once is
   * the result. The last message stays as the job's message.
   */
  report(message: MessageOrText): Promise<void>;
  /**
   * Everything that changes the world goes through here: it is refused once the task is cancelled, over, or another
   * executor's, and a cancel is only stored when no write is under way.
   */
  write<T>(effect: (signal: AbortSignal) => Promise<T>): Promise<T>;
}
