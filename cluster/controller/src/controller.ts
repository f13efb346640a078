import type { Clock, Logger, Random } from '@kubemin/base';
import type { InformerFactory, KubeClient } from '@kubemin/kube';
import type { EventRecorder } from './event-recorder.ts';

/** Something that runs beside the others inside a manager. */
export interface Controller {
  /** Called once, after all caches are filled. Resolves when `signal` has aborted and no work is in flight any more. */
  run(signal: AbortSignal): Promise<void>;
  /** Counters since the start; only controllers made of a reconciler have them. */
  stats?(): ControllerStats;
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
  /** Shared caches: asking for the same resource twice gives the same informer. */
  readonly informers: InformerFactory;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Writes Kubernetes Events that name this controller as their source. */
  readonly events: EventRecorder;
}

/** A controller that can be added to a manager. Making a module starts nothing. */
export interface ControllerModule {
  /** Unique within a manager, lower case with dashes. */
  readonly name: string;
  /** Asks for informers and subscribes to them; nothing is cached yet, so nothing can be decided yet. */
  setup(context: ControllerContext): Controller | Promise<Controller>;
}
