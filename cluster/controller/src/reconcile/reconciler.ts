/** The result of a reconcile. */
export interface ReconcileResult {
  /** Reconcile this key again after this time, even if nothing changes. */
  readonly requeueAfterMs?: number;
  /** Treated as if it had been thrown, but the retry happens after `requeueAfterMs` at the latest. */
  readonly failure?: Error;
}

/**
 * Brings the actual state of one key closer to the desired state of its object.
 *
 * Level-triggered: it receives the key, not the change, and reads the whole state. It may be called any number of times,
 * also for a deleted object; it is never called concurrently for one key. A thrown TerminalError is not retried until
 * something changes; any other error is retried with backoff.
 */
export interface Reconciler {
  reconcile(key: string, signal: AbortSignal): Promise<ReconcileResult | undefined>;
}
