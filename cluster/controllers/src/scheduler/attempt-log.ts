import type { Clock } from '@kubemin/base';
import type { Attempt } from './attempt.ts';
import type { AttemptResult, SchedulerMetrics } from './scheduler-metrics.ts';

/** Counts how attempts end. */
export class AttemptLog {
  readonly #clock: Clock;
  readonly #metrics: SchedulerMetrics;

  constructor(clock: Clock, metrics: SchedulerMetrics) {
    this.#clock = clock;
    this.#metrics = metrics;
  }

  ended({ profile, begunAt, wait }: Attempt, result: AttemptResult): void {
    const now = this.#clock.monotonic();
    this.#metrics.attempted(result, profile.schedulerName, now - begunAt);
    if (result === 'scheduled') this.#metrics.placed(wait.attempts, now - wait.since);
  }
}
