import type { Informer } from '@kubemin/kube';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';

const INDEX = 'simulated-node';

/** Makes `podsOn` possible for this cache. */
export function indexPodsByNode(pods: Informer<Pod>): void {
  pods.addIndex(INDEX, nodeNames);
}

/** The pods bound to a node. */
export function podsOn(pods: Informer<Pod>, node: string): readonly Pod[] {
  return pods.byIndex(INDEX, node);
}

function nodeNames({ spec }: Pod): readonly string[] {
  return spec?.nodeName ? [spec.nodeName] : [];
}
