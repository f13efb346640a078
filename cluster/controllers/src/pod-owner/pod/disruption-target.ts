import type { KubeClient } from '@kubemin/kube';
import { timestamp } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod, PodCondition } from '@kubemin/kubeapi/types/core.v1';
import { withCondition } from '../condition.ts';

/** Why a pod is taken away although it did nothing wrong. */
export interface Disruption {
  readonly reason: string;
  readonly message: string;
}

/** The pod's conditions with the one that distinguishes a disruption from a failure. */
export function disruptedConditions(pod: Pod, disruption: Disruption, now: number): readonly PodCondition[] {
  const condition: PodCondition = {
    type: 'DisruptionTarget',
    status: 'True',
    ...disruption,
    lastTransitionTime: timestamp(now),
  };
  return withCondition(pod.status?.conditions, condition);
}

/** Writes part of a pod's status, onto this very pod and no namesake. */
export async function patchPodStatus(client: KubeClient, pod: Pod, status: Pod['status']): Promise<void> {
  const { name = '', namespace, uid } = pod.metadata;
  const body = { metadata: { uid }, status };
  await client.resource(core.v1.pods, namespace).patch(name, { type: 'strategic', body }, { subresource: 'status' });
}
