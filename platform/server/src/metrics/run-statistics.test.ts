import type { Task } from '@kubemin/engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { metricsSteps } from './figures-service.ts';
import { endedFigures, metricsPoints, percentiles } from './run-statistics.ts';

function task(over: Partial<Task>): Task {
  const common = { appId: 'a', appName: 'a', namespace: 'default', revision: 1, kind: 'deploy', version: 1 } as const;
  return { ...common, id: 't', number: 1, status: 'completed', createdAt: 0, ...over };
}

describe('percentiles', () => {
  test('nineteen samples are not enough, twenty are', () => {
    const values = Array.from({ length: 19 }, (_, index) => index);
    expect(percentiles(values)).toEqual({ samples: 19, p50: null, p95: null, p99: null });
    expect(percentiles([...values, 19])).toEqual({ samples: 20, p50: 9, p95: 18, p99: 19 });
  });

  test('for a percentile, its share of the values is not above it, whatever their order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 20 }), (values) => {
        const { p50, p95, p99 } = percentiles(values);
        for (const [share, value] of [
          [0.5, p50],
          [0.95, p95],
          [0.99, p99],
        ] as const) {
          expect(values).toContain(value);
          expect(values.filter((each) => each <= (value ?? -1)).length).toBeGreaterThanOrEqual(share * values.length);
          expect(values.filter((each) => each < (value ?? -1)).length).toBeLessThan(share * values.length);
        }
      }),
    );
  });
});

test('cancelled runs are counted, but in neither the rate nor the percentiles', () => {
  const done = Array.from({ length: 20 }, () => task({ startedAt: 10, endedAt: 30 }));
  const others = (['failed', 'timeout', 'rejected', 'cancelled'] as const).map((status) =>
    task({ status, startedAt: 10, endedAt: 1_000_000 }),
  );
  const figures = endedFigures([...done, ...others, task({ status: 'running', startedAt: 1 })]);
  expect(figures.ended).toEqual({ completed: 20, failed: 1, timeout: 1, rejected: 1, cancelled: 1 });
  expect(figures.successRate).toBeCloseTo(20 / 23);
  expect(figures.duration).toMatchObject({ samples: 23, p50: 20 });
  expect(figures.wait).toMatchObject({ samples: 23, p99: 10 });
});

test('a rate of nothing is none, not a perfect one', () => {
  expect(endedFigures([task({ status: 'cancelled', endedAt: 1 })]).successRate).toBeNull();
});

describe('seriesOf', () => {
  const steps = { from: 1_000, stepMs: 100, count: 3 };

  test('each run is in the step in which it ended, and waits and runs at the moments between', () => {
    const points = metricsPoints(
      [
        task({ createdAt: 900, startedAt: 1_050, endedAt: 1_250, retryOf: 'x' }),
        task({ createdAt: 1_120, startedAt: 1_290, status: 'running' }),
        task({ createdAt: 1_180, status: 'cancelled', endedAt: 1_210 }),
        task({ createdAt: 1_280, status: 'waiting' }),
      ],
      steps,
    );
    expect(points.map(({ waiting, running }) => [waiting, running])).toEqual([
      [0, 1],
      [2, 1],
      [1, 1],
    ]);
    expect(points.map(({ ended, retries }) => [ended.completed, ended.cancelled, retries])).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [1, 1, 1],
    ]);
  });

  test('no run within the range is lost or counted twice', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 900, max: 1_400 })), (ends) => {
        const points = metricsPoints(
          ends.map((endedAt) => task({ startedAt: 0, endedAt })),
          steps,
        );
        const counted = points.reduce((sum, { ended }) => sum + ended.completed, 0);
        expect(counted).toBe(ends.filter((end) => end >= 1_000 && end < 1_300).length);
      }),
    );
  });
});

test('a range has at most three hundred steps, and ends where it is asked to', () => {
  const fine = metricsSteps({ range: '30d', step: '30s' }, 0);
  expect(fine.count).toBeLessThanOrEqual(300);
  const { from, stepMs, count } = metricsSteps({ range: '24h', step: '1h', until: '2026-01-02T00:00:00.000Z' }, 0);
  expect([from, stepMs, count]).toEqual([Date.UTC(2026, 0, 1), 3_600_000, 24]);
});
