import { type Informer, type InformerFactory, objectKey } from '@kubemin/kube';
import { apiVersionOf, type KubeObject, type OwnerReference, type ResourceType } from '@kubemin/kubeapi';

/** A kind of object the collector watches. */
export interface WatchedType {
  readonly type: ResourceType;
  readonly informer: Informer<KubeObject>;
}

/** All objects of a cluster under keys of one space: 'apps/v1 ReplicaSet ns/name'. */
export class Items {
  readonly #types = new Map<string, WatchedType>();

  constructor(informers: InformerFactory, types: readonly ResourceType[]) {
    for (const type of types) {
      this.#types.set(`${apiVersionOf(type)} ${type.kind}`, { type, informer: informers.informer(type) });
    }
  }

  types(): Iterable<WatchedType> {
    return this.#types.values();
  }

  keyOf(object: KubeObject): string {
    return `${object.apiVersion} ${object.kind} ${objectKey(object)}`;
  }

  /** Where the owner of `dependent` would be; undefined when its kind is not watched. */
  ownerKey(dependent: KubeObject, { apiVersion, kind, name }: OwnerReference): string | undefined {
    const watched = this.#types.get(`${apiVersion} ${kind}`);
    if (watched === undefined) return undefined;
    const { namespace } = dependent.metadata;
    if (!watched.type.namespaced) return `${apiVersion} ${kind} ${name}`;
    return namespace === undefined ? undefined : `${apiVersion} ${kind} ${namespace}/${name}`;
  }

  /** The type and place of an item. */
  find(item: string): (WatchedType & { readonly key: string }) | undefined {
    const [apiVersion, kind, key] = item.split(' ');
    const watched = this.#types.get(`${apiVersion} ${kind}`);
    return watched === undefined || key === undefined ? undefined : { ...watched, key };
  }
}
