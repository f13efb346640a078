import type { Informer } from '@kubemin/kube';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';

const INDEX = 'pods of a node';

/** Finds the pods that are bound to a node. */
export class PodsByNode {
  readonly #pods: Informer<Pod>;

  constructor(pods: Informer<Pod>) {
    pods.addIndex(INDEX, nodeIndexValues);
    this.#pods = pods;
  }

  on(node: string): readonly Pod[] {
    return this.#pods.byIndex(INDEX, node);
  }
}

function nodeIndexValues({ spec }: Pod): readonly string[] {
  return spec?.nodeName ? [spec.nodeName] : [];
}
