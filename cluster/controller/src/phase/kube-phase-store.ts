import { type KubeClient, splitKey } from '@kubemin/kube';
import type { ResourceType } from '@kubemin/kubeapi';
import type { PhaseStore } from './phase-store.ts';
import type { PhasedObject } from './phased-object.ts';

/**
 * Objects behind a Kubernetes API. They are read from the API and not from a cache: after our own write a cache may
 * be a moment behind, and what is finished would be done again.
 */
export function kubePhaseStore<R extends PhasedObject>(client: KubeClient, type: ResourceType<R>): PhaseStore<R> {
  return {
    fetch(key, signal) {
      const { namespace, name } = splitKey(key);
      return client.resource(type, namespace).find(name, { signal });
    },
    persistStatus(resource, signal) {
      const { namespace } = resource.metadata;
      return client.resource(type, namespace).update(resource, { subresource: 'status', signal });
    },
    persistMetadata(resource, change, signal) {
      const { namespace, name = '', resourceVersion } = resource.metadata;
      const body = { metadata: { ...change, resourceVersion } };
      return client.resource(type, namespace).patch(name, { type: 'merge', body }, { signal });
    },
  };
}
