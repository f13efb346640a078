import type { Clock, Logger, MetricRegistry, Random } from '@kubemin/base';
import type { InformerFactory, KubeClient } from '@kubemin/kube';
import type { ResourceInfo } from '@kubemin/kubeapi';
import type { CustomResource, EventRecorder, ReconcileScope, TermInfo } from '../resource/index.ts';
import type { ReconcileMetrics } from './reconcile-metrics.ts';

/** A controller inside a manager. */
export interface Controller {
  /** Called once, after all caches are filled. Resolves when `signal` has aborted and all work has ended. */
  run(signal: AbortSignal): Promise<void>;
  /** Counters since the start; only controllers made of a reconciler have them. */
  stats?(): ControllerStats;
  /** The keys being processed: reported when they delay a stop. */
  inFlight?(): readonly string[];
}

/** What a controller has done since it was set up. */
export interface ControllerStats {
  readonly reconciles: number;
  readonly retries: number;
  readonly terminalErrors: number;
  readonly queueDepth: number;
}

/** What a manager provides to its controllers. */
export interface ControllerContext {
  readonly client: KubeClient;
  /** Fences another client with the leadership of this process, like `client`. */
  readonly fenceClient: (client: KubeClient) => KubeClient;
  /** Shared caches: asking for the same resource twice gives the same informer. */
  readonly informers: InformerFactory;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Writes Kubernetes Events that name this controller as their source. */
  readonly events: EventRecorder;
  /** The objects that this manager reconciles. */
  readonly scope: ReconcileScope;
  readonly leadership: TermInfo;
  /** The registry with the manager's metrics; a controller may add more under its own names. */
  readonly metrics: MetricRegistry;
  /** Default number of keys that a controller processes concurrently. */
  readonly concurrency: number;
  /** How often all objects are reconciled again; undefined for never. */
  readonly resyncMs: number | undefined;
  /** Default time after which a reconcile is aborted. */
  readonly reconcileTimeoutMs: number;
  /** The metrics of this controller; createReconcilerController updates them. */
  readonly instruments: ReconcileMetrics;
}

/**
 * A controller that can be added to a manager. Creating a module starts nothing, and a module keeps no state: it is set
 * up again for each leadership term.
 */
export interface ControllerModule {
  /** Unique within a manager, lower case with dashes. */
  readonly name: string;
  /** The resource whose objects its keys identify: used by the selection of controllers and by key filters. */
  readonly for?: ResourceInfo;
  /** Custom resources that must be served for it to work; `for` need not be repeated. */
  readonly resources?: readonly CustomResource[];
  /** Not to be run in portable mode. @default the value in the declaration of `for`, else false */
  readonly noPortable?: boolean;
  /** Throws a TerminalError when the module is invalid. Called before anything is set up. */
  validate?(): void;
  /** Requests informers and subscribes to them; the caches are still empty. */
  setup(context: ControllerContext): Controller | Promise<Controller>;
  readonly afterCacheSync?: AfterSyncHook;
}

/** Work that a controller does once, after all caches are filled. */
export interface AfterSyncHook {
  /** Delays the workers of its own controller until it has succeeded. @default false */
  readonly blocking?: boolean;
  /** Retried with backoff until it succeeds; until then the manager is not ready. */
  run(context: ControllerContext, signal: AbortSignal): Promise<void>;
}
