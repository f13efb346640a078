import type { Clock, Logger, Random } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import type { EventRecorder } from '../events/event-recorder.ts';

/** What a machine lends to its handlers. */
export interface HandlerContext {
  readonly key: string;
  readonly client: KubeClient;
  readonly events: EventRecorder;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly random: Random;
  /** Aborts when the phase runs out of time, when a sibling has failed, or when the process has to stop. */
  readonly signal: AbortSignal;
  /** 1 for the first try, one more after each failure without progress. */
  readonly attempt: number;
  /** What `prepareContext` answered. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Runs `work` while no other component of the same object runs theirs. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
  /** Throws LEADERSHIP_LOST when another process may have taken over: to be called before each effect outside the API. */
  assertLeading(): void;
}
