import type { Informer } from '@kubemin/kube';
import type { KubeObject } from '@kubemin/kubeapi';

const INDEX = 'objects of a namespace';

/** Finds the objects of one namespace without a walk over those of all. */
export class NamespaceIndex<T extends KubeObject> {
  readonly #informer: Informer<T>;

  constructor(informer: Informer<T>) {
    informer.addIndex(INDEX, namespaceIndexValues);
    this.#informer = informer;
  }

  /** Everything in the namespace; everything without one when none is given. */
  in(namespace: string | undefined): readonly T[] {
    return this.#informer.byIndex(INDEX, namespace ?? '');
  }
}

function namespaceIndexValues({ metadata }: KubeObject): readonly string[] {
  return [metadata.namespace ?? ''];
}
