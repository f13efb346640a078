import type { Informer, InformerFactory } from '@kubemin/kube';
import type { KubeObject } from '@kubemin/kubeapi';
import { LABEL } from '@kubemin/render';
import type { ComponentState } from './component-state.ts';
import { ownerOf } from './managed-labels.ts';
import type { StatusSource } from './status-source.ts';

/** Where a component's object is to be found. */
export interface ComponentPlace {
  readonly appId: string;
  readonly namespace: string;
  readonly name: string;
}

const BY_COMPONENT = 'component';

/** One status source, watching the cluster. */
export class StatusWatch {
  readonly #source: StatusSource;
  readonly #informer: Informer<KubeObject>;

  constructor(source: StatusSource, informers: InformerFactory) {
    this.#source = source;
    this.#informer = informers.informer(source.resource, {
      labelSelector: LABEL.appId,
      indexers: { [BY_COMPONENT]: byComponent },
    });
  }

  get componentTypes(): readonly string[] {
    return this.#source.componentTypes;
  }

  /** Calls back with the application of each object that appears, changes or goes. */
  onChange(handler: (appId: string) => void): void {
    this.#informer.onChange(({ object }) => {
      const owner = ownerOf(object);
      if (owner !== undefined) handler(owner.appId);
    });
  }

  /** The component's state by its object; undefined when there is none. */
  stateOf({ appId, namespace, name }: ComponentPlace): ComponentState | undefined {
    const objects = this.#informer.byIndex(BY_COMPONENT, `${appId}/${name}`);
    const object = objects.find(({ metadata }) => metadata.namespace === namespace);
    return object === undefined ? undefined : this.#source.state(object);
  }
}

function byComponent(object: KubeObject): readonly string[] {
  const owner = ownerOf(object);
  return owner === undefined ? [] : [`${owner.appId}/${owner.component}`];
}
