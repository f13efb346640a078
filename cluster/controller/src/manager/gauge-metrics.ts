import { type Clock, type Metric, ObservedMetric } from '@kubemin/base';
import type { ControllerGauges } from '../reconcile/index.ts';

/** The number of cached objects of a resource. */
export interface CachedObjects {
  readonly resource: string;
  readonly count: number;
}

/** What gauges are read from when metrics are collected. */
export interface GaugeSources {
  readonly clock: Clock;
  /** By controller; one may have several queues. */
  readonly gauges: ReadonlyMap<string, readonly ControllerGauges[]>;
  readonly cached: () => Iterable<CachedObjects>;
}

type Reading = (gauges: readonly ControllerGauges[], now: number) => number;

const depth: Reading = (gauges) => sum(gauges.map((each) => each.depth()));
const unfinished: Reading = (gauges, now) => sum(ages(gauges, now));
const longest: Reading = (gauges, now) => Math.max(0, ...ages(gauges, now));
const active: Reading = (gauges, now) => ages(gauges, now).length;
const workers: Reading = (gauges) => sum(gauges.map((each) => each.workers));
const stuck: Reading = (gauges) => sum(gauges.map((each) => each.stuck()));

/** Metrics that are computed only when they are collected. */
export function gaugeMetrics({ clock, gauges, cached }: GaugeSources): readonly Metric[] {
  const readings = (read: Reading) =>
    Array.from(gauges, ([controller, each]) => ({ controller, value: read(each, clock.monotonic()) }));
  const queue = (name: string, help: string, reading: Reading): Metric => {
    const read = () => readings(reading).map(({ controller, value }) => ({ labels: { name: controller }, value }));
    return new ObservedMetric({ type: 'gauge', name, help, labels: ['name'], read });
  };
  const work = (name: string, help: string, reading: Reading): Metric => {
    const read = () => readings(reading).map(({ controller, value }) => ({ labels: { controller }, value }));
    return new ObservedMetric({ type: 'gauge', name, help, labels: ['controller'], read });
  };
  return [
    queue('workqueue_depth', 'Keys that wait for a worker.', depth),
    queue('workqueue_unfinished_work_seconds', 'The ages of all keys in work together.', unfinished),
    queue('workqueue_longest_running_processor_seconds', 'The age of the oldest key in work.', longest),
    work('controller_runtime_active_workers', 'Keys in work.', active),
    work('controller_runtime_max_concurrent_reconciles', 'How many keys may be in work.', workers),
    work('kubemin_controller_stuck_reconciles', 'Keys whose work does not end.', stuck),
    new ObservedMetric({
      type: 'gauge',
      name: 'kubemin_controller_cached_objects',
      help: 'Objects in the caches of this process.',
      labels: ['resource'],
      read: () => Array.from(cached(), ({ resource, count }) => ({ labels: { resource }, value: count })),
    }),
  ];
}

function ages(gauges: readonly ControllerGauges[], now: number): readonly number[] {
  return gauges.flatMap((each) => Array.from(each.running(), ({ startedAt }) => (now - startedAt) / 1000));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
