import type { ControllerContext, Enqueue, Source } from '@kubemin/controller';
import { createInformer, type Informer } from '@kubemin/kube';
import { deepEqual, type ResourceType } from '@kubemin/kubeapi';
import type { CustomResourceDefinition } from '@kubemin/kubeapi/types/apiextensions.v1';
import type { Dependents } from './dependents.ts';
import { type Items, NOTHING_WATCHED, type WatchedType } from './item.ts';

/** What the collector knows of kinds that come and go. */
export interface CustomKindsOptions {
  readonly context: ControllerContext;
  readonly definitions: Informer<CustomResourceDefinition>;
  readonly items: Items;
  readonly dependents: Dependents;
  /** Which items the changes of a kind concern. */
  readonly concerned: (watched: WatchedType) => Source;
}

interface Followed {
  readonly custom: CustomType;
  readonly watched: WatchedType;
  stop(): void;
}

/** Watches the objects of every kind that is defined, from when it is served until its definition is gone. */
export class CustomKinds {
  readonly #options: CustomKindsOptions;
  readonly #followed = new Map<string, Followed>();

  constructor(options: CustomKindsOptions) {
    this.#options = options;
  }

  readonly source: Source = (enqueue) => {
    const unsubscribe = this.#options.definitions.onChange(({ type, key, object }) => {
      const custom = type === 'deleted' ? undefined : customType(object);
      const known = this.#followed.get(key);
      if (deepEqual(known?.custom, custom)) return;
      if (known !== undefined) this.#end(key, known, enqueue);
      if (custom !== undefined) this.#begin(key, custom, enqueue);
    });
    return () => {
      unsubscribe();
      for (const { stop } of this.#followed.values()) stop();
    };
  };

  #begin(key: string, custom: CustomType, enqueue: Enqueue): void {
    const { context, items, concerned } = this.#options;
    const { client, clock, random, logger } = context;
    const informer = createInformer({ client: client.resource(custom.type), clock, random, logger });
    const watched = { type: custom.type, informer };
    items.add(watched, custom.versions);
    const unsubscribe = concerned(watched)(enqueue);
    const stopping = new AbortController();
    const stop = (): void => {
      stopping.abort();
      unsubscribe();
    };
    this.#followed.set(key, { custom, watched, stop });
    informer.start(stopping.signal);
    informer.synced.then(
      () => this.#lookAgain(custom, enqueue),
      (error: unknown) => logger.debug('a custom kind went before its objects were known', { kind: key, error }),
    );
  }

  /** Without the definition there are no such objects: those that they owned have lost their owner. */
  #end(key: string, { custom, watched, stop }: Followed, enqueue: Enqueue): void {
    const { items, dependents } = this.#options;
    stop();
    this.#followed.delete(key);
    items.add({ type: custom.type, informer: NOTHING_WATCHED }, custom.versions);
    for (const object of watched.informer.list()) {
      dependents.follow(items.itemKey(object), object, undefined);
      for (const dependent of dependents.of(object.metadata.uid ?? '')) enqueue(dependent);
    }
  }

  /** Dependents of this kind were kept while it was unknown whether their owner exists. */
  #lookAgain({ type: { group, kind } }: CustomType, enqueue: Enqueue): void {
    const { items } = this.#options;
    for (const { informer } of items.types()) {
      for (const object of informer.list()) {
        const owners = object.metadata.ownerReferences ?? [];
        if (owners.some((owner) => owner.kind === kind && owner.apiVersion.startsWith(`${group}/`))) {
          enqueue(items.itemKey(object));
        }
      }
    }
  }
}

/** A custom kind. */
interface CustomType {
  readonly type: ResourceType;
  /** In all of them its objects can be named as owners. */
  readonly versions: readonly string[];
}

const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];

/** The kind behind a definition, in the version its objects are kept in if that is served; undefined while none is. */
function customType({ spec, status }: CustomResourceDefinition): CustomType | undefined {
  const isEstablished = status?.conditions?.some(({ type, status: is }) => type === 'Established' && is === 'True');
  const served = spec.versions.filter((version) => version.served);
  const chosen = served.find((version) => version.storage) ?? served[0];
  if (isEstablished !== true || chosen === undefined) return undefined;
  const { kind, plural, singular = '', shortNames = [], categories = [] } = spec.names;
  const names = { kind, plural, singular, shortNames, categories };
  return {
    type: {
      ...names,
      group: spec.group,
      version: chosen.name,
      namespaced: spec.scope === 'Namespaced',
      verbs: VERBS,
      subresources: [],
    },
    versions: served.map(({ name }) => name),
  };
}
