import { findControllerReference } from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import type { KubeObject } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';

const CHILD_INDEX = 'controller';

/** Finds an owner's children, and the orphans it might adopt, without a walk over all objects. */
export class ChildIndex<T extends KubeObject> {
  readonly #informer: Informer<T>;

  constructor(informer: Informer<T>) {
    informer.addIndex(CHILD_INDEX, controllerIndex);
    this.#informer = informer;
  }

  /** Children of `owner` and everything without a controller in its namespace. */
  candidates(owner: KubeObject): readonly T[] {
    return [...this.children(owner), ...this.#informer.byIndex(CHILD_INDEX, orphansIn(owner.metadata.namespace))];
  }

  children(owner: KubeObject): readonly T[] {
    return this.#informer.byIndex(CHILD_INDEX, `owner ${owner.metadata.uid}`);
  }
}

function controllerIndex(child: KubeObject): readonly string[] {
  const controller = findControllerReference(child);
  return [controller === undefined ? orphansIn(child.metadata.namespace) : `owner ${controller.uid}`];
}

function orphansIn(namespace: string | undefined): string {
  return `orphans in ${namespace}`;
}

const NAMESPACE_INDEX = 'objects of a namespace';

/** Finds the objects of one namespace without a walk over those of all. */
export class NamespaceIndex<T extends KubeObject> {
  readonly #informer: Informer<T>;

  constructor(informer: Informer<T>) {
    informer.addIndex(NAMESPACE_INDEX, namespaceIndexValues);
    this.#informer = informer;
  }

  /** Everything in the namespace; everything without one when none is given. */
  in(namespace: string | undefined): readonly T[] {
    return this.#informer.byIndex(NAMESPACE_INDEX, namespace ?? '');
  }
}

function namespaceIndexValues({ metadata }: KubeObject): readonly string[] {
  return [metadata.namespace ?? ''];
}

const NODE_INDEX = 'pods of a node';

/** Finds the pods that are bound to a node. */
export class PodsByNode {
  readonly #pods: Informer<Pod>;

  constructor(pods: Informer<Pod>) {
    pods.addIndex(NODE_INDEX, nodeIndexValues);
    this.#pods = pods;
  }

  on(node: string): readonly Pod[] {
    return this.#pods.byIndex(NODE_INDEX, node);
  }
}

function nodeIndexValues({ spec }: Pod): readonly string[] {
  return spec?.nodeName ? [spec.nodeName] : [];
}
