import { Counter, type CounterSeries, type MetricRegistry, ObservedMetric } from '@kubemin/base';
import type { ResourceInfo } from '@kubemin/kubeapi';
import type { LiveWatches } from './live-watches.ts';

/** Counts watches and the events they send. */
export class WatchMetrics {
  readonly #events: Counter<'group' | 'version' | 'resource'>;
  readonly #byResource = new WeakMap<ResourceInfo, CounterSeries>();

  constructor(registry: MetricRegistry, watches: LiveWatches) {
    this.#events = registry.add(
      new Counter({
        name: 'apiserver_watch_events_total',
        help: 'Events handed to watching clients.',
        labels: ['group', 'version', 'resource'],
      }),
    );
    registry.add(
      new ObservedMetric({
        type: 'gauge',
        name: 'apiserver_longrunning_requests',
        help: 'Open watches.',
        labels: ['verb', 'group', 'version', 'resource'],
        read: () => observations(watches),
      }),
    );
  }

  /** Where a watch of this resource counts its events. */
  eventCounter(info: ResourceInfo): CounterSeries {
    const known = this.#byResource.get(info);
    if (known !== undefined) return known;
    const { group, version, plural } = info;
    const series = this.#events.series({ group, version, resource: plural });
    this.#byResource.set(info, series);
    return series;
  }
}

function* observations(watches: LiveWatches) {
  for (const [{ group, version, plural }, value] of watches.counts()) {
    yield { labels: { verb: 'WATCH', group, version, resource: plural }, value };
  }
}
