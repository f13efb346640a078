import { componentObjects, managedInformer } from '@kubemin/engine';
import type { Informer, InformerFactory } from '@kubemin/kube';
import type { KubeObject } from '@kubemin/kubeapi';
import { appIdOf, type Owner } from '@kubemin/render';
import type { ComponentState } from './component-state.ts';
import type { StatusSource } from './status-source.ts';

/** Where a component's object is to be found. */
export interface ComponentPlace extends Pick<Owner, 'appId' | 'componentName'> {
  readonly namespace: string;
}

/** One status source, watching the cluster. */
export class StatusWatch {
  readonly #source: StatusSource;
  readonly #informers: InformerFactory;
  readonly #watched: readonly Informer<KubeObject>[];

  constructor(source: StatusSource, informers: InformerFactory) {
    this.#source = source;
    this.#informers = informers;
    this.#watched = [source.resource, ...(source.related ?? [])].map((type) => managedInformer(informers, type));
  }

  get componentTypes(): readonly string[] {
    return this.#source.componentTypes;
  }

  /** Calls back with the application of each object that appears, changes or goes. */
  onChange(handler: (appId: string) => void): void {
    for (const informer of this.#watched) {
      informer.onChange(({ object }) => {
        const appId = appIdOf(object);
        if (appId !== undefined) handler(appId);
      });
    }
  }

  /** The component's state by its object; undefined when there is none. */
  stateOf(place: ComponentPlace): ComponentState | undefined {
    const objects = componentObjects(this.#informers, place);
    const [object] = objects.of(this.#source.resource);
    return object === undefined ? undefined : this.#source.state(object, objects);
  }
}
