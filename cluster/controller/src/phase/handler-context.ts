import type { Clock, Logger, Random } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import type { EventRecorder, TermInfo } from '../resource/index.ts';

/** What a machine needs besides a store. */
export interface HandlerTools {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly events: EventRecorder;
  readonly signal: AbortSignal;
  /** For the handlers; optional if they do not use it. */
  readonly client?: KubeClient;
  /** @default no election */
  readonly leadership?: TermInfo;
}

/** What a handler receives with each call. */
export interface HandlerContext {
  /** `namespace/name`, or `name` of a cluster-scoped object. */
  readonly key: string;
  readonly client: KubeClient;
  readonly events: EventRecorder;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly random: Random;
  /** Aborts when the process stops, the phase times out, or a parallel component failed: return soon. */
  readonly signal: AbortSignal;
  /** Starts at 1; increases after each failure that is retried. */
  readonly attempt: number;
  /** What the definition's prepareContext returned. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Runs `work` exclusively among the parallel components of this object. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Throws when this process no longer leads. Call it directly before every effect outside the API: it reads the clocks, so
   * it is correct after the process was suspended, before any signal has fired.
   */
  assertLeading(): void;
}
