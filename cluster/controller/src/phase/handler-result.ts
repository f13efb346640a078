import type { PhaseObject } from './phase-object.ts';

/** What a handler says when it returns. To throw means the same as to return `error`. */
export interface HandlerResult {
  /** Nothing is left to do; otherwise the handler is called again later. */
  readonly done: boolean;
  /** Something has moved on, though it is not done: failures before it do not count any more. */
  readonly updated?: boolean;
  readonly warning?: string;
  readonly error?: Error;
  /** The phase to go to instead of the usual one. Counts in the run that completes the phase. */
  readonly next?: string;
  /** Of a handler over objects: those of the batch that changed; the rest of the batch follows `done`. */
  readonly objects?: readonly PhaseObject[];
  /** Handed back in the next run as `last.checkpoint`. */
  readonly checkpoint?: string;
  /** Merged into the object's status, field by field; undefined removes a field. The machine's own fields are refused. */
  readonly status?: Readonly<Record<string, unknown>>;
  /** When to be called again, if it is not done. @default the definition's requeueDefer */
  readonly requeueAfterMs?: number;
}
