import type { Clock, Logger, Random } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import type { EventRecorder } from '../events/event-recorder.ts';
import type { TermInfo } from '../manager/term-info.ts';

/** What a machine needs of the world around it, besides a store. */
export interface HandlerTools {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly events: EventRecorder;
  readonly signal: AbortSignal;
  /** For the handlers; a machine whose handlers do not ask for it runs without. */
  readonly client?: KubeClient;
  /** @default nobody else can be the leader */
  readonly leadership?: TermInfo;
}

/** What a handler is given with each call. */
export interface HandlerContext {
  /** `namespace/name`, or `name` of a cluster-wide object. */
  readonly key: string;
  readonly client: KubeClient;
  readonly events: EventRecorder;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly random: Random;
  /** Aborts when the process stops, the phase runs out of time, or a parallel component failed: return soon. */
  readonly signal: AbortSignal;
  /** 1 at first; one more after each failure that is tried again. */
  readonly attempt: number;
  /** What the definition's prepareContext returned. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Runs `work` while no other parallel component of this object runs theirs. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Throws when this process may not act for the object any more. Call it right before every effect outside the API:
   * after the process was stopped for a while it knows by the clocks, before any signal has had a chance to fire.
   */
  assertLeading(): void;
}
