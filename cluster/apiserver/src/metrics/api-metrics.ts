import {
  type Clock,
  Histogram,
  type HistogramSeries,
  METRICS_CONTENT_TYPE,
  type Metric,
  MetricRegistry,
} from '@kubemin/base';
import { processMetrics } from '@kubemin/base/process-metrics';
import type { ApiResponse } from '@kubemin/kubeapi';
import type { ObjectCache } from '../cache/object-cache.ts';
import type { LiveWatches } from '../handler/live-watches.ts';
import type { PathSource } from '../paths/path-handler.ts';
import type { ResourceTable } from '../registry/resource-table.ts';
import type { Storage } from '../storage/storage.ts';
import { meteredStorage } from './metered-storage.ts';
import { addObjectMetrics } from './object-metrics.ts';
import { RequestMetrics } from './request-metrics.ts';
import { WatchMetrics } from './watch-metrics.ts';

const COMMIT_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

/** Everything an API server measures about itself, served at `/metrics`. */
export class ApiMetrics implements PathSource {
  readonly requests: RequestMetrics;
  /** How many writes were committed together. */
  readonly commits: HistogramSeries;
  readonly #registry = new MetricRegistry();
  readonly #clock: Clock;

  constructor(clock: Clock, further: readonly Metric[] = []) {
    this.#clock = clock;
    this.requests = new RequestMetrics(this.#registry, clock);
    const commits = new Histogram({
      name: 'kubemin_storage_commit_writes',
      help: 'Writes that became durable together.',
      buckets: COMMIT_SIZES,
    });
    this.commits = this.#registry.add(commits).series({});
    for (const metric of [...processMetrics(), ...further]) this.#registry.add(metric);
  }

  /** The same storage, with its writes timed. */
  metered(storage: Storage): Storage {
    return meteredStorage(storage, this.#registry, this.#clock);
  }

  ofWatches(watches: LiveWatches): WatchMetrics {
    return new WatchMetrics(this.#registry, watches);
  }

  countObjects(cache: ObjectCache, resources: ResourceTable): void {
    addObjectMetrics(this.#registry, cache, resources);
  }

  answer(_request: unknown, path: string): ApiResponse | undefined {
    if (path !== '/metrics') return undefined;
    return {
      kind: 'text',
      status: 200,
      headers: { 'content-type': METRICS_CONTENT_TYPE },
      text: this.#registry.text(),
    };
  }
}
