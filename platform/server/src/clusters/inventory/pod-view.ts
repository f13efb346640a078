import type { ClusterPod } from '@kubemin/client';
import { podStatusText } from '@kubemin/kubeapi';
import type { ContainerStatus, Pod } from '@kubemin/kubeapi/types/core.v1';
import { objectOwner } from '@kubemin/render';

/** A pod as the API returns it; the caller adds `appName`. */
export function podView(pod: Pod, appName: string | undefined): ClusterPod {
  const { metadata, spec, status } = pod;
  const running = status?.containerStatuses ?? [];
  const owner = objectOwner(pod);
  const message = podMessage(pod);
  return {
    namespace: metadata.namespace ?? '',
    name: metadata.name ?? '',
    status: podStatusText(pod) || 'Unknown',
    readyContainers: running.filter(({ ready }) => ready).length,
    containers: spec?.containers?.length ?? 0,
    restarts: running.reduce((sum, { restartCount }) => sum + restartCount, 0),
    ...(spec?.nodeName !== undefined && { node: spec.nodeName }),
    ...(status?.podIP !== undefined && { ip: status.podIP }),
    ...(owner !== undefined && { appId: owner.appId, component: owner.componentName }),
    ...(appName !== undefined && { appName }),
    ...(message !== undefined && { message }),
    ...(metadata.creationTimestamp && { createTime: metadata.creationTimestamp }),
  };
}

/** Whether no node has taken it yet. */
export function isPending({ spec, status }: Pod): boolean {
  return spec?.nodeName === undefined && (status?.phase ?? 'Pending') === 'Pending';
}

function podMessage(pod: Pod): string | undefined {
  const placed = pod.status?.conditions?.find(({ type }) => type === 'PodScheduled');
  const waiting = containerStatuses(pod).find(({ state }) => state?.waiting?.message !== undefined);
  return placed?.status === 'False' ? placed.message : (waiting?.state?.waiting?.message ?? pod.status?.message);
}

function containerStatuses({ status }: Pod): readonly ContainerStatus[] {
  return [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])];
}
