import { type Ended, instant, type MetricsPoint, type Percentiles } from '@kubemin/client';
import type { Task } from '@kubemin/engine';

/** Percentiles of fewer samples mean nothing. */
export const ENOUGH_SAMPLES = 20;

/** The figures of runs that ended. */
export type EndedFigures = Pick<MetricsPoint, 'ended' | 'successRate' | 'wait' | 'duration'>;

/** The nearest-rank percentiles of values, or none when there are too few. */
export function percentiles(values: readonly number[]): Percentiles {
  const samples = values.length;
  if (samples < ENOUGH_SAMPLES) return { samples, p50: null, p95: null, p99: null };
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.ceil(share * samples) - 1] ?? 0;
  return { samples, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** Counts, rate and percentiles of runs; those that have not ended are passed over. */
export function endedFigures(tasks: readonly Task[]): EndedFigures {
  const ended: Record<keyof Ended, number> = { completed: 0, failed: 0, timeout: 0, rejected: 0, cancelled: 0 };
  for (const { status } of tasks) if (isEnd(status)) ended[status] += 1;
  const counted = tasks.filter(({ status }) => isEnd(status) && status !== 'cancelled');
  return {
    ended,
    successRate: counted.length === 0 ? null : ended.completed / counted.length,
    wait: percentiles(counted.flatMap(({ createdAt, startedAt }) => span(createdAt, startedAt))),
    duration: percentiles(counted.flatMap(({ startedAt, endedAt }) => span(startedAt, endedAt))),
  };
}

/** Moments at equal distances. */
export interface Steps {
  readonly from: number;
  readonly stepMs: number;
  readonly count: number;
}

/** What happened in each step. */
export function metricsPoints(tasks: readonly Task[], { from, stepMs, count }: Steps): readonly MetricsPoint[] {
  const byStep = Map.groupBy(
    tasks.filter(({ endedAt }) => endedAt !== undefined),
    ({ endedAt = 0 }) => Math.floor((endedAt - from) / stepMs),
  );
  return Array.from({ length: count }, (_, step): MetricsPoint => {
    const at = from + (step + 1) * stepMs;
    const ended = byStep.get(step) ?? [];
    return {
      at: instant(at),
      waiting: tasks.filter((task) => task.createdAt <= at && at < (task.startedAt ?? task.endedAt ?? Infinity)).length,
      running: tasks.filter(({ startedAt = Infinity, endedAt = Infinity }) => startedAt <= at && at < endedAt).length,
      ...endedFigures(ended),
      retries: ended.filter(({ retryOf }) => retryOf !== undefined).length,
    };
  });
}

function isEnd(status: Task['status']): status is keyof Ended {
  return status !== 'waiting' && status !== 'queued' && status !== 'running';
}

/** Stamps may come from the clocks of two instances. */
function span(from: number | undefined, to: number | undefined): readonly number[] {
  return from === undefined || to === undefined ? [] : [Math.max(0, to - from)];
}
