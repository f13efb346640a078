import type { QueueMetrics } from '../queue/queue-metrics.ts';

/** How one reconcile ended. */
export type ReconcileOutcome = 'success' | 'requeue_after' | 'error' | 'terminal_error';

/** What a controller can be asked for when somebody looks at its metrics. */
export interface ControllerGauges {
  readonly workers: number;
  /** Keys that wait for a worker. */
  depth(): number;
  /** For each key in work since when, by the monotonic clock. */
  running(): Iterable<{ readonly startedAt: number }>;
  /** Keys whose work does not end. */
  stuck(): number;
}

/** Where a controller counts what it does. */
export interface ReconcileMetrics {
  readonly queue: QueueMetrics;
  reconciled(outcome: ReconcileOutcome, tookMs: number): void;
  observe(gauges: ControllerGauges): void;
}
