import type { KubeObject } from '@kubemin/kubeapi';
import type { Pod, PodSpec } from '@kubemin/kubeapi/types/core.v1';

/** Whether an object is a pod. */
export function isPod(object: KubeObject | undefined): object is Pod {
  return object?.kind === 'Pod' && object.apiVersion === 'v1';
}

/** The node that a pod is bound to; '' for pods without one and for other objects. */
export function podNodeName(object: KubeObject): string {
  return isPod(object) ? (object.spec?.nodeName ?? '') : '';
}

/** The pod with something of its spec replaced. */
export function withSpec(pod: Pod, change: Partial<PodSpec>): Pod {
  return { ...pod, spec: { ...(pod.spec ?? { containers: [] }), ...change } };
}
