import type { PhaseObject } from './phase-object.ts';

/** The result of a handler. Throwing is the same as returning `error`. */
export interface HandlerResult {
  /** The work is complete; otherwise the handler is called again later. */
  readonly done: boolean;
  /** Progress was made, though it is not done: resets the count of failures. */
  readonly updated?: boolean;
  readonly warning?: string;
  readonly error?: Error;
  /** The next phase instead of the normal one. Used in the run that completes the phase. */
  readonly next?: string;
  /** Of a handler over objects: the changed objects of the batch; `done` applies to the rest of the batch. */
  readonly objects?: readonly PhaseObject[];
  /** Passed to the next run as `last.checkpoint`. */
  readonly checkpoint?: string;
  /** Merged into the object's status, field by field; undefined removes a field. The machine's own fields are rejected. */
  readonly status?: Readonly<Record<string, unknown>>;
  /** The delay before the next call, if it is not done. @default the definition's requeueDefer */
  readonly requeueAfterMs?: number;
}
