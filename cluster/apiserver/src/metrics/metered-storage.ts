import { type Clock, Histogram, type HistogramSeries, type MetricRegistry } from '@kubemin/base';
import type { Storage } from '../storage/storage.ts';

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The same storage, and how long its writes take until they are durable. */
export function meteredStorage(storage: Storage, registry: MetricRegistry, clock: Clock): Storage {
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
