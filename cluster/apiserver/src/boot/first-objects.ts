import { isStatusError, type KubeObject, type ResourceInfo } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Namespace, Service } from '@kubemin/kubeapi/types/core.v1';
import type { ServerParts } from '../handler/call.ts';
import { KUBERNETES_SERVICE_IP } from '../strategy/service-addresses.ts';

const NAMESPACES = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];

/** Makes what every cluster has from its first moment; what is there already stays as it is. */
export async function createFirstObjects(server: ServerParts): Promise<void> {
  const namespaces = NAMESPACES.map((name): Namespace => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }));
  await Promise.all(namespaces.map((namespace) => ensureObject(server, core.v1.namespaces, namespace)));
  await ensureObject(server, core.v1.services, kubernetesService());
}

function kubernetesService(): Service {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name: 'kubernetes',
      namespace: 'default',
      labels: { component: 'apiserver', provider: 'kubernetes' },
    },
    spec: {
      clusterIP: KUBERNETES_SERVICE_IP,
      ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: 6443 }],
    },
  };
}

/** Makes the object unless there is one of its name, which then stays as it is. */
export async function ensureObject(server: ServerParts, type: ResourceInfo, object: KubeObject): Promise<void> {
  const resource = server.resources.find(type);
  if (resource === undefined) return;
  const { name = '', namespace = '' } = object.metadata;
  if (server.cache.collection(resource.collection).get(namespace, name) !== undefined) return;
  try {
    await server.registry.create(resource, object);
  } catch (error) {
    // Another server on the same storage was faster.
    if (!isStatusError(error, 'AlreadyExists')) throw error;
  }
}
