import type { ClusterPod, DrainObstacle } from '@kubemin/client';
import { podStatusText } from '@kubemin/kubeapi';
import type { ContainerStatus, Pod } from '@kubemin/kubeapi/types/core.v1';
import { objectOwner } from '@kubemin/render';

/** A pod as the API returns it; the caller adds `appName`. */
export function podView(pod: Pod, appName: string | undefined): ClusterPod {
  const { metadata, spec, status } = pod;
  const running = status?.containerStatuses ?? [];
  const owner = objectOwner(pod);
  const message = podMessage(pod);
  const obstacles = drainObstacles(pod);
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
    ...(obstacles.length > 0 && { drainObstacles: obstacles }),
    ...(metadata.creationTimestamp && { createTime: metadata.creationTimestamp }),
  };
}

const MIRROR = 'kubernetes.io/config.mirror';

/** Why draining its node does not move the pod; `kubectl drain` refuses the same. */
export function drainObstacles({ metadata, spec, status }: Pod): readonly DrainObstacle[] {
  // A static pod belongs to the kubelet.
  if (metadata.annotations?.[MIRROR] !== undefined) return ['static'];
  if (status?.phase === 'Succeeded' || status?.phase === 'Failed') return [];
  const controller = metadata.ownerReferences?.find((owner) => owner.controller === true);
  if (controller?.kind === 'DaemonSet') return ['daemonSet'];
  const hasLocalData = spec?.volumes?.some(({ emptyDir }) => emptyDir !== undefined) ?? false;
  return [...(controller === undefined ? ['unmanaged' as const] : []), ...(hasLocalData ? ['localData' as const] : [])];
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
