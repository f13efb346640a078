import type { MetricsSeries, MetricsSummary } from '@kubemin/client';
import { expect, test } from 'vitest';
import { findAlerts } from './alerts.ts';

const NO_PERCENTILES = { samples: 0, p50: null, p95: null, p99: null };

function summary(changes: Partial<MetricsSummary>): MetricsSummary {
  return {
    at: '2026-01-01T00:00:00Z',
    queue: { waiting: 0, queued: 0, running: 0, oldestWaitMs: 0 },
    messageQueue: { driver: 'redis', up: true },
    capacity: { claimed: 0, limit: 2, instances: 1 },
    day: {
      ended: { completed: 0, failed: 0, timeout: 0, rejected: 0, cancelled: 0 },
      successRate: null,
      wait: NO_PERCENTILES,
      duration: NO_PERCENTILES,
    },
    ...changes,
  };
}

function series(jobTypes: MetricsSeries['jobTypes'], waiting: number): MetricsSeries {
  const point = { ...summary({}).day, at: '2026-01-01T00:00:00Z', waiting, running: 0, retries: 0 };
  return {
    from: point.at,
    to: point.at,
    stepMs: 60_000,
    truncated: false,
    points: [point],
    jobTypes,
    slowest: [],
  };
}

const worker = { id: 'w', leads: true, inFlight: 0, heartbeatAgeMs: 0 };
const formatDuration = (milliseconds: number): string => `${milliseconds} ms`;
const codes = (sources: Partial<Parameters<typeof findAlerts>[0]>): readonly string[] =>
  findAlerts({ summary: undefined, series: undefined, workers: undefined, formatDuration, ...sources }).map(
    ({ about, level, message }) => `${about} ${level} ${message.code}`,
  );

test('a platform without trouble, or whose figures are not there yet, has no alerts', () => {
  expect(codes({})).toEqual([]);
  expect(codes({ summary: summary({}), series: series([], 0), workers: [{ ...worker, alive: true }] })).toEqual([]);
});

test('no living worker and a queue that is down are trouble of the platform', () => {
  expect(
    codes({
      summary: summary({ messageQueue: { driver: 'redis', up: false } }),
      workers: [{ ...worker, alive: false }],
    }),
  ).toEqual(['platform failed console.metrics.noWorker', 'platform failed console.metrics.queueDown']);
});

test('a backlog is reported by its age, and by its growth beyond what can run', () => {
  const queue = { waiting: 3, queued: 0, running: 2, oldestWaitMs: 300_000 };
  expect(codes({ summary: summary({ queue }), series: series([], 1) })).toEqual([
    'platform warning console.metrics.backlog',
    'platform warning console.metrics.backlogGrows',
  ]);
  expect(codes({ summary: summary({ queue: { ...queue, oldestWaitMs: 1 } }), series: series([], 3) })).toEqual([]);
});

test('failures of jobs are trouble of jobs, and a success rate counts from 20 runs on', () => {
  const ended = { completed: 10, failed: 10, timeout: 0, rejected: 0, cancelled: 5 };
  const day = { ...summary({}).day, ended, successRate: 0.5 };
  const jobTypes = [
    { type: 'deployment', completed: 3, failed: 1, duration: NO_PERCENTILES },
    { type: 'service', completed: 3, failed: 0, duration: NO_PERCENTILES },
  ];
  expect(codes({ summary: summary({ day }), series: series(jobTypes, 0) })).toEqual([
    'jobs failed console.metrics.lowSuccess',
    'jobs warning console.metrics.jobsFail',
  ]);
  expect(codes({ summary: summary({ day: { ...day, ended: { ...ended, failed: 9 } } }) })).toEqual([]);
});
