import { findControllerReference } from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import type { KubeObject } from '@kubemin/kubeapi';

const INDEX = 'controller';

/** Finds an owner's children, and the orphans it might adopt, without a walk over all objects. */
export class ChildIndex<T extends KubeObject> {
  readonly #informer: Informer<T>;

  constructor(informer: Informer<T>) {
    informer.addIndex(INDEX, controllerIndex);
    this.#informer = informer;
  }

  /** Children of `owner` and everything without a controller in its namespace. */
  candidates(owner: KubeObject): readonly T[] {
    return [...this.children(owner), ...this.#informer.byIndex(INDEX, orphansIn(owner.metadata.namespace))];
  }

  children(owner: KubeObject): readonly T[] {
    return this.#informer.byIndex(INDEX, `owner ${owner.metadata.uid}`);
  }
}

function controllerIndex(child: KubeObject): readonly string[] {
  const controller = findControllerReference(child);
  return [controller === undefined ? orphansIn(child.metadata.namespace) : `owner ${controller.uid}`];
}

function orphansIn(namespace: string | undefined): string {
  return `orphans in ${namespace}`;
}
