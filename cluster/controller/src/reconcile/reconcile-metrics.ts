import type { QueueMetrics } from './queue/queue-metrics.ts';

/** How one reconcile ended. */
export type ReconcileOutcome = 'success' | 'requeue_after' | 'error' | 'terminal_error';

/** Values that are read when metrics are collected. */
export interface ControllerGauges {
  readonly workers: number;
  /** Keys that wait for a worker. */
  depth(): number;
  /** The start of each running reconcile, by the monotonic clock. */
  running(): Iterable<{ readonly startedAt: number }>;
  /** Keys whose reconcile does not end. */
  stuck(): number;
}

/** The metrics of a controller. */
export interface ReconcileMetrics {
  readonly queue: QueueMetrics;
  reconciled(outcome: ReconcileOutcome, tookMs: number): void;
  observe(gauges: ControllerGauges): void;
}
