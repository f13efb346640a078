/** Who counts what goes through a queue; times are in ms. */
export interface QueueMetrics {
  /** A key was asked for that was not waiting already. */
  added(): void;
  /** A worker got a key that had waited for so long. */
  taken(waitedMs: number): void;
  /** A worker gave a key back after so long. */
  done(workedMs: number): void;
  /** A key was put back because its work failed. */
  retried(): void;
}

/** Counts nothing. */
export const UNCOUNTED: QueueMetrics = {
  added: () => undefined,
  taken: () => undefined,
  done: () => undefined,
  retried: () => undefined,
};
