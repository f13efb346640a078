import type { Clock } from '@kubemin/base';
import type { SchedulerProfile } from './plugin.ts';
import type { PodWait } from './pod-waits.ts';
import type { QueuedPod } from './queued-pod.ts';
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

/** One try to place a pod. */
export interface Attempt {
  readonly pod: QueuedPod;
  readonly profile: SchedulerProfile;
  readonly begunAt: number;
  readonly wait: PodWait;
}
