import type { Clock, Logger, MetricRegistry, Random } from '@kubemin/base';
import type { InformerFactory, KubeClient } from '@kubemin/kube';
import type { ResourceInfo } from '@kubemin/kubeapi';
import type { EventRecorder } from '../events/event-recorder.ts';
import type { ReconcileMetrics } from '../reconcile/reconcile-metrics.ts';
import type { CustomResource } from '../resource/custom-resource.ts';
import type { ReconcileScope } from '../scope/reconcile-scope.ts';
import type { TermInfo } from './term-info.ts';

/** Something that runs beside the others inside a manager. */
export interface Controller {
  /** Called once, after all caches are filled. Resolves when `signal` has aborted and no work is in flight any more. */
  run(signal: AbortSignal): Promise<void>;
  /** Counters since the start; only controllers made of a reconciler have them. */
  stats?(): ControllerStats;
  /** The keys in work right now: named when they hold up a stop. */
  inFlight?(): readonly string[];
}

/** What a controller has done since it was set up. */
export interface ControllerStats {
  readonly reconciles: number;
  readonly retries: number;
  readonly terminalErrors: number;
  readonly queueDepth: number;
}

/** What a manager lends to the controllers in it. */
export interface ControllerContext {
  readonly client: KubeClient;
  /** A client of somebody for whom the controller acts, bound to the manager's turn like its own. */
  readonly fenceClient: (client: KubeClient) => KubeClient;
  /** Shared caches: asking for the same resource twice gives the same informer. */
  readonly informers: InformerFactory;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Writes Kubernetes Events that name this controller as their source. */
  readonly events: EventRecorder;
  /** Which objects are this manager's. */
  readonly scope: ReconcileScope;
  readonly leadership: TermInfo;
  /** Where the manager's own metrics are; a controller may add more, under names of its own. */
  readonly metrics: MetricRegistry;
  /** How many keys a controller works on at once, unless it says otherwise. */
  readonly concurrency: number;
  /** How often all objects are looked at again; undefined for never. */
  readonly resyncMs: number | undefined;
  /** How long one reconcile may take before it is told to stop, unless the controller says otherwise. */
  readonly reconcileTimeoutMs: number;
  /** Where this controller counts what it does; createReconcilerController does it by itself. */
  readonly instruments: ReconcileMetrics;
}

/**
 * A controller that can be added to a manager. Making a module starts nothing, and a module keeps nothing: it is set up
 * anew for each term as the leader.
 */
export interface ControllerModule {
  /** Unique within a manager, lower case with dashes. */
  readonly name: string;
  /** The resource whose objects its keys are: what the choice of controllers and the filters of keys speak of. */
  readonly for?: ResourceInfo;
  /** Custom resources that must be served for it to work; `for` need not be repeated. */
  readonly resources?: readonly CustomResource[];
  /** Not to be run in portable mode. @default what the declaration of `for` says, else false */
  readonly noPortable?: boolean;
  /** Throws a TerminalError for what is wrong with the module itself. Called before anything is set up. */
  validate?(): void;
  /** Asks for informers and subscribes to them; nothing is cached yet, so nothing can be decided yet. */
  setup(context: ControllerContext): Controller | Promise<Controller>;
  readonly afterCacheSync?: AfterSyncHook;
}

/** Work that a controller does once, when the caches of all are filled. */
export interface AfterSyncHook {
  /** Holds the workers of its own controller until it has succeeded. @default false */
  readonly blocking?: boolean;
  /** Called again, with growing delays, until it succeeds; until then the manager is not ready. */
  run(context: ControllerContext, signal: AbortSignal): Promise<void>;
}
