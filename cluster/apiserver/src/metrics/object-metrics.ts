import { type MetricRegistry, ObservedMetric } from '@kubemin/base';
import { qualifiedName } from '@kubemin/kubeapi';
import type { ObjectCache } from '../cache/object-cache.ts';
import type { ResourceTable } from '../registry/resource-table.ts';

/** Tells how many objects there are of each resource, counted when somebody looks. */
export function addObjectMetrics(registry: MetricRegistry, cache: ObjectCache, resources: ResourceTable): void {
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
