import type { KubeObject } from '@kubemin/kubeapi';
import type { DaemonSet, Deployment, StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import type { HorizontalPodAutoscaler } from '@kubemin/kubeapi/types/autoscaling.v2';
import type { Service } from '@kubemin/kubeapi/types/core.v1';

/** What replaces pods. */
export type Workload = DaemonSet | Deployment | StatefulSet;

export function isDeployment(object: KubeObject): object is Deployment {
  return object.kind === 'Deployment' && object.apiVersion === 'apps/v1';
}

export function isStatefulSet(object: KubeObject): object is StatefulSet {
  return object.kind === 'StatefulSet' && object.apiVersion === 'apps/v1';
}

export function isDaemonSet(object: KubeObject): object is DaemonSet {
  return object.kind === 'DaemonSet' && object.apiVersion === 'apps/v1';
}

export function isWorkload(object: KubeObject): object is Workload {
  return isDeployment(object) || isStatefulSet(object) || isDaemonSet(object);
}

export function isService(object: KubeObject): object is Service {
  return object.kind === 'Service' && object.apiVersion === 'v1';
}

export function isAutoscaler(object: KubeObject): object is HorizontalPodAutoscaler {
  return object.kind === 'HorizontalPodAutoscaler' && object.apiVersion === 'autoscaling/v2';
}
