import {
  type Clock,
  Histogram,
  type HistogramSeries,
  METRICS_CONTENT_TYPE,
  type Metric,
  MetricRegistry,
  ObservedMetric,
} from '@kubemin/base';
import { processMetrics } from '@kubemin/base/machine';
import { type ApiResponse, qualifiedName } from '@kubemin/kubeapi';
import type { PathSource } from '../handler/index.ts';
import type { ResourceTable } from '../registry/index.ts';
import { type LiveWatches, type ObjectCache, type Storage, WatchMetrics } from '../storage/index.ts';
import { RequestMetrics } from './request-metrics.ts';

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

  /** Shows a further metric; names are unique. */
  add(metric: Metric): void {
    this.#registry.add(metric);
  }

  /** The same storage, with its writes timed. */
  meterStorage(storage: Storage): Storage {
    return meteredStorage(storage, this.#registry, this.#clock);
  }

  createWatchMetrics(watches: LiveWatches): WatchMetrics {
    return new WatchMetrics(this.#registry, watches);
  }

  countObjects(cache: ObjectCache, resources: ResourceTable): void {
    addObjectMetrics(this.#registry, cache, resources);
  }

  respond(_request: unknown, path: string): ApiResponse | undefined {
    if (path !== '/metrics') return undefined;
    return {
      kind: 'text',
      status: 200,
      headers: { 'content-type': METRICS_CONTENT_TYPE },
      text: this.#registry.text(),
    };
  }
}

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The same storage, and how long its writes take until they are durable. */
function meteredStorage(storage: Storage, registry: MetricRegistry, clock: Clock): Storage {
  const duration = registry.add(
    new Histogram({
      name: 'etcd_request_duration_seconds',
      help: "How long writes took until they were durable, whatever the storage; the name is Kubernetes'.",
      labels: ['operation'],
      buckets: SECONDS,
    }),
  );
  const create = duration.series({ operation: 'create' });
  const update = duration.series({ operation: 'update' });
  const remove = duration.series({ operation: 'delete' });
  const timed = async (series: HistogramSeries, write: Promise<number>): Promise<number> => {
    const started = clock.monotonic();
    try {
      return await write;
    } finally {
      series.observe((clock.monotonic() - started) / 1000);
    }
  };
  return {
    revision: () => storage.revision(),
    compactedRevision: () => storage.compactedRevision(),
    get: (key) => storage.get(key),
    list: (prefix, options) => storage.list(prefix, options),
    put: (key, value, expected) => timed(expected === 0 ? create : update, storage.put(key, value, expected)),
    delete: (key, expected) => timed(remove, storage.delete(key, expected)),
    watch: (options) => storage.watch(options),
    compact: (revision) => storage.compact(revision),
    close: () => storage.close(),
  };
}

/** The number of objects of each resource, counted on each scrape. */
function addObjectMetrics(registry: MetricRegistry, cache: ObjectCache, resources: ResourceTable): void {
  registry.add(
    new ObservedMetric({
      type: 'gauge',
      name: 'apiserver_storage_objects',
      help: 'Objects kept, by resource.',
      labels: ['resource'],
      read: () => observations(cache, resources),
    }),
  );
}

/** Resources that are views of the same objects count once, under the first name. */
function* observations(cache: ObjectCache, resources: ResourceTable) {
  const counted = new Set<string>();
  for (const { info, collection, verbs } of resources.all()) {
    if (verbs !== undefined || counted.has(collection)) continue;
    counted.add(collection);
    yield { labels: { resource: qualifiedName(info) }, value: cache.collection(collection).size };
  }
}
