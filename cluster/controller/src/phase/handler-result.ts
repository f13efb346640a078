import type { PhaseObject } from './phase-object.ts';

/** What a handler says after one run. */
export interface HandlerResult {
  /** False: run again after a while. */
  readonly done: boolean;
  /** Whether something was achieved although it is not done; failures before it count no more. */
  readonly updated?: boolean;
  readonly warning?: string;
  readonly error?: Error;
  /** The phase to go to instead of the one the matrix says. */
  readonly next?: string;
  readonly objects?: readonly PhaseObject[];
  readonly checkpoint?: string;
  /** Merged into the status; `phase` and `state` are the machine's own. */
  readonly status?: Readonly<Record<string, unknown>>;
  /** When to run again, if not done. @default the machine's requeueDefer */
  readonly requeueAfterMs?: number;
}
