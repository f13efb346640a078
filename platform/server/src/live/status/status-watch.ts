import type { Message } from '@kubemin/base/message';
import {
  type ComponentObjects,
  componentObjects,
  driftedFields,
  managedInformer,
  sharedUses,
  type Use,
} from '@kubemin/engine';
import type { Informer, InformerFactory } from '@kubemin/kube';
import type { KubeObject } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { type Owner, objectAppId, objectOwner } from '@kubemin/render';
import { statusMessages } from '../../messages/index.ts';
import type { ComponentState } from './component-state.ts';
import type { StatusSource } from './status-source.ts';

/** Where a component's object is to be found. */
export interface ComponentPlace extends Pick<Owner, 'appId' | 'componentName'> {
  readonly namespace: string;
}

/** A component's state, and whose object it is by where another application made what is shared. */
export interface SeenState {
  readonly state: ComponentState;
  readonly madeBy?: string;
  /** The pods it is judged by, where it runs any. */
  readonly pods?: readonly Pod[];
}

const BY_USE = 'use';

/** One status source, watching the cluster. */
export class StatusWatch {
  readonly #source: StatusSource;
  readonly #informers: InformerFactory;
  readonly #watched: readonly Informer<KubeObject>[];
  /** By object: informers share objects and never change them, and most are looked at often. */
  readonly #drifts = new WeakMap<KubeObject, readonly Message[]>();

  constructor(source: StatusSource, informers: InformerFactory) {
    this.#source = source;
    this.#informers = informers;
    this.#watched = [source.resource, ...(source.related ?? [])].map((type) => managedInformer(informers, type));
    managedInformer(informers, source.resource).addIndex(BY_USE, byUse);
  }

  get componentTypes(): readonly string[] {
    return this.#source.componentTypes;
  }

  /** Calls back with the applications of each object that appears, changes or goes: whose it is, and who share it. */
  onChange(handler: (appId: string) => void): void {
    for (const informer of this.#watched) {
      informer.onChange(({ object, old }) => {
        const appId = objectAppId(object);
        if (appId !== undefined) handler(appId);
        for (const use of [...sharedUses(object), ...(old === undefined ? [] : sharedUses(old))]) handler(use.appId);
      });
    }
  }

  /** The component's state by its object, or by the one of another application that it shares; undefined when there is none. */
  componentState(place: ComponentPlace): SeenState | undefined {
    const objects = componentObjects(this.#informers, place);
    const [object] = objects.list(this.#source.resource);
    return object === undefined ? this.#sharedState(place) : this.#judge(object, objects);
  }

  #sharedState({ appId, componentName, namespace }: ComponentPlace): SeenState | undefined {
    const informer = managedInformer(this.#informers, this.#source.resource);
    const used = informer
      .byIndex(BY_USE, useKey({ appId, componentName }))
      .find(({ metadata }) => metadata.namespace === namespace);
    const owner = used === undefined ? undefined : objectOwner(used);
    if (used === undefined || owner === undefined) return undefined;
    return { ...this.#judge(used, componentObjects(this.#informers, { ...owner, namespace })), madeBy: owner.appId };
  }

  #judge(object: KubeObject, objects: ComponentObjects): SeenState {
    const pods = this.#source.pods?.(object, objects);
    const state = this.#source.state(object, objects);
    const message = this.#withDrift(object, state.message);
    return { state: { ...state, message }, ...(pods !== undefined && { pods }) };
  }

  /** The message with the fields of the object that others have changed since the last delivery. */
  #withDrift(object: KubeObject, state: Message): Message {
    const known = this.#drifts.get(object);
    const drift = known ?? driftMessages(object);
    if (known === undefined) this.#drifts.set(object, drift);
    return drift.reduce((first, next) => statusMessages.andDrift({ state: first, drift: next }), state);
  }
}

/** What was changed, by field manager; what was removed has none. */
function driftMessages(object: KubeObject): readonly Message[] {
  const byManager = Map.groupBy(driftedFields(object), ({ manager }) => manager);
  return [...byManager].map(([manager, group]) => {
    const fields = [...new Set(group.map(({ field }) => field))];
    return manager === undefined ? statusMessages.removed({ fields }) : statusMessages.changed({ manager, fields });
  });
}

function byUse(object: KubeObject): readonly string[] {
  return sharedUses(object).map(useKey);
}

function useKey({ appId, componentName }: Use): string {
  return `${appId}/${componentName}`;
}
