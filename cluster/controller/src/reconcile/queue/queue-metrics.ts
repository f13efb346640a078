/** Metrics of a queue; times are in ms. */
export interface QueueMetrics {
  /** A key was added that was not waiting already. */
  added(): void;
  /** A worker took a key. */
  taken(waitedMs: number): void;
  /** A worker finished with a key. */
  done(workedMs: number): void;
  /** A key was added again after a failure. */
  retried(): void;
}
