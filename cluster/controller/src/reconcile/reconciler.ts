/** What a reconciler asks for when it is done. */
export interface ReconcileResult {
  /** Look at this key again after so many milliseconds, even if nothing changes. */
  readonly requeueAfterMs?: number;
  /** Treated as if it had been thrown, but the pause before the next try ends after `requeueAfterMs` at the latest. */
  readonly failure?: Error;
}

/**
 * Brings the world of one key nearer to what its object asks for.
 *
 * Level-triggered: it is told which key, never what happened, and looks at the whole state itself. It may be called any
 * number of times, also for a key whose object is gone; it is never called twice at the same time for one key.
 * To throw a TerminalError means "trying again cannot help until something changes"; anything else thrown is tried
 * again with growing delays.
 */
export interface Reconciler {
  reconcile(key: string, signal: AbortSignal): Promise<ReconcileResult | undefined>;
}
