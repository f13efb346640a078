import { type Informer, type InformerFactory, objectKey } from '@kubemin/kube';
import { formatApiVersion, type KubeObject, type OwnerReference, type ResourceType } from '@kubemin/kubeapi';

/** A kind of object the collector watches. */
export interface WatchedType {
  readonly type: ResourceType;
  readonly informer: Pick<Informer<KubeObject>, 'get' | 'list' | 'onChange'>;
}

/** The cache of a kind that is no longer served: it has no objects. */
export const NOTHING_WATCHED: WatchedType['informer'] = {
  get: () => undefined,
  list: () => [],
  onChange: () => () => undefined,
};

/** All objects of a cluster under keys of one space: 'apps/v1 ReplicaSet ns/name'. */
export class Items {
  readonly #types = new Map<string, WatchedType>();

  constructor(informers: InformerFactory, types: readonly ResourceType[]) {
    for (const type of types) this.add({ type, informer: informers.informer(type) });
  }

  /** Objects of the kind can be named as owners in all these versions, in whichever they are watched. */
  add(watched: WatchedType, versions: readonly string[] = [watched.type.version]): void {
    const { group, kind } = watched.type;
    for (const version of versions) this.#types.set(`${formatApiVersion({ group, version })} ${kind}`, watched);
  }

  types(): Iterable<WatchedType> {
    return new Set(this.#types.values());
  }

  itemKey(object: KubeObject): string {
    return `${object.apiVersion} ${object.kind} ${objectKey(object)}`;
  }

  /** Where the owner of `dependent` would be; undefined when its kind is not watched. */
  ownerKey(dependent: KubeObject, { apiVersion, kind, name }: OwnerReference): string | undefined {
    const watched = this.#types.get(`${apiVersion} ${kind}`);
    if (watched === undefined) return undefined;
    const { namespace } = dependent.metadata;
    const kept = `${formatApiVersion(watched.type)} ${kind}`;
    if (!watched.type.namespaced) return `${kept} ${name}`;
    return namespace === undefined ? undefined : `${kept} ${namespace}/${name}`;
  }

  /** The type and place of an item. */
  find(item: string): (WatchedType & { readonly key: string }) | undefined {
    const [apiVersion, kind, key] = item.split(' ');
    const watched = this.#types.get(`${apiVersion} ${kind}`);
    return watched === undefined || key === undefined ? undefined : { ...watched, key };
  }
}
