import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Metric } from '../telemetry/index.ts';
import { ObservedMetric } from '../telemetry/index.ts';

const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;
/** How often the event loop is looked at. */
const RESOLUTION_MS = 20;

/** Metrics of this process, under the names that dashboards know. */
export function processMetrics(): readonly Metric[] {
  const { timeOrigin } = performance;
  return [
    singleValueMetric(
      'counter',
      'process_cpu_seconds_total',
      'Total user and system CPU time spent in seconds.',
      () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / MICROSECONDS;
      },
    ),
    singleValueMetric('gauge', 'process_resident_memory_bytes', 'Resident memory size in bytes.', () =>
      process.memoryUsage.rss(),
    ),
    singleValueMetric(
      'gauge',
      'process_start_time_seconds',
      'Start time of the process since unix epoch in seconds.',
      () => Math.round(timeOrigin) / 1000,
    ),
    singleValueMetric(
      'gauge',
      'nodejs_heap_size_used_bytes',
      'Memory in use by JavaScript objects in bytes.',
      () => process.memoryUsage().heapUsed,
    ),
    eventLoopDelay(),
  ];
}

/** Watching the event loop wakes the process up: a process that is never scraped does not pay for it. */
function eventLoopDelay(): Metric {
  let delay: ReturnType<typeof monitorEventLoopDelay> | undefined;
  return new ObservedMetric({
    type: 'gauge',
    name: 'nodejs_eventloop_delay_seconds',
    help: 'How late the event loop ran since the previous scrape; measured from the first scrape on.',
    labels: ['quantile'],
    read: () => {
      if (delay === undefined) {
        delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
        delay.enable();
        return [];
      }
      // The monitor reports the whole time between two of its own checks, including the time that it meant to wait.
      const late = (nanoseconds: number): number => Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1000);
      const seen = [
        { labels: { quantile: '0.5' }, value: late(delay.percentile(50)) },
        { labels: { quantile: '0.99' }, value: late(delay.percentile(99)) },
        { labels: { quantile: '1' }, value: late(delay.max) },
      ];
      delay.reset();
      return seen;
    },
  });
}

function singleValueMetric(type: 'counter' | 'gauge', name: string, help: string, value: () => number): Metric {
  return new ObservedMetric({ type, name, help, read: () => [{ labels: {}, value: value() }] });
}
