import { scheduling } from '@kubemin/kubeapi/resources';
import type { PriorityClass } from '@kubemin/kubeapi/types/scheduling.v1';
import { SYSTEM_PRIORITIES } from '../strategy/priority-classes.ts';
import type { PlacedObject } from './ensured-object.ts';

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  'system-cluster-critical':
    'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  'system-node-critical': 'Used for system critical pods that must not be moved from their current node.',
};

/** The priorities of what the cluster itself runs. */
export function systemPriorities(): readonly PlacedObject[] {
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
