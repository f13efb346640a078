import type { KubeClient } from '@kubemin/kube';
import { isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { finalizerPatch } from '../../pod-owner/index.ts';
import { TRACKING_FINALIZER } from './job-pod.ts';

/** Takes the tracking finalizer off a pod; one that is gone is as good. */
export async function releasePod(client: KubeClient, pod: Pod): Promise<void> {
  const { name = '', namespace } = pod.metadata;
  try {
    const body = finalizerPatch(pod, TRACKING_FINALIZER);
    await client.resource(core.v1.pods, namespace).patch(name, { type: 'merge', body });
  } catch (error) {
    if (!isStatusError(error, 'NotFound')) throw error;
  }
}
