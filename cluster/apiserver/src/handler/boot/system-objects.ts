import { core, scheduling } from '@kubemin/kubeapi/resources';
import type { Namespace } from '@kubemin/kubeapi/types/core.v1';
import type { PriorityClass } from '@kubemin/kubeapi/types/scheduling.v1';
import type { ServerParts } from '../../registry/index.ts';
import { SYSTEM_PRIORITIES } from '../../strategy/index.ts';
import { createOrUpdateObject, ensureObject, type PlacedObject } from './ensure-object.ts';
import { flowControlObjects } from './flow-control.ts';
import { ensureKubernetesService } from './kubernetes-service.ts';
import { type AuthenticationFacts, authenticationFacts, serviceNetwork } from './well-known-objects.ts';

const NAMESPACES = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];

/** Makes what every cluster has from its first moment; what is there already stays as it is. */
export async function createSystemObjects(server: ServerParts, facts: AuthenticationFacts = {}): Promise<void> {
  const namespaces = NAMESPACES.map((name): Namespace => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }));
  await Promise.all(namespaces.map((namespace) => ensureObject(server, core.v1.namespaces, namespace)));
  const others = [...systemPriorities(), ...flowControlObjects(), serviceNetwork(server)];
  await Promise.all(others.map(([type, object]) => ensureObject(server, type, object)));
  await Promise.all(authenticationFacts(facts).map(([type, object]) => createOrUpdateObject(server, type, object)));
  await ensureKubernetesService(server);
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  'system-cluster-critical':
    'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  'system-node-critical': 'Used for system critical pods that must not be moved from their current node.',
};

/** The priorities of what the cluster itself runs. */
function systemPriorities(): readonly PlacedObject[] {
  return Object.entries(SYSTEM_PRIORITIES).map(([name, value]): PlacedObject => {
    const one: PriorityClass = {
      apiVersion: 'scheduling.k8s.io/v1',
      kind: 'PriorityClass',
      metadata: { name },
      value,
      description: DESCRIPTIONS[name] ?? '',
      preemptionPolicy: 'PreemptLowerPriority',
    };
    return [scheduling.v1.priorityclasses, one];
  });
}
