import { type Change, type Informer, objectKey } from '@kubemin/kube';
import { apiVersionOf, type KubeObject, type ResourceInfo } from '@kubemin/kubeapi';
import { findControllerReference, type OwnerKind } from './owner-reference.ts';

/** Asks for a look at a key, at once or after a while; of several delays of one key the earliest counts. */
export type Enqueue = (key: string, afterMs?: number) => void;

/** Tells a queue which keys need a look; the answer ends the subscription. */
export type Source = (enqueue: Enqueue) => () => void;

/** Each changed object is its own key. */
export function enqueueChangedObjects<T extends KubeObject>(informer: Informer<T>): Source {
  return (enqueue) => informer.onChange((change) => enqueue(change.key));
}

/**
 * The key of the controller that owns the changed object, if it is of `owner`'s kind; also the one that owned it before.
 * With `concerns`, only changes for which it holds count.
 */
export function enqueueOwners<T extends KubeObject>(
  informer: Informer<T>,
  owner: OwnerKind | Pick<ResourceInfo, 'group' | 'version' | 'kind'>,
  isRelevant: (change: Change<T>) => boolean = () => true,
): Source {
  const { kind } = owner;
  const apiVersion = 'apiVersion' in owner ? owner.apiVersion : apiVersionOf(owner);
  return enqueueMappedKeys(informer, (change) => {
    if (!isRelevant(change)) return [];
    const keys: string[] = [];
    for (const object of change.old === undefined ? [change.object] : [change.object, change.old]) {
      const reference = findControllerReference(object);
      if (reference?.kind !== kind || reference.apiVersion !== apiVersion) continue;
      const { namespace } = object.metadata;
      const metadata = namespace === undefined ? { name: reference.name } : { namespace, name: reference.name };
      keys.push(objectKey({ metadata }));
    }
    return keys;
  });
}

/** The keys that `map` finds for each change. */
export function enqueueMappedKeys<T extends KubeObject>(
  informer: Informer<T>,
  map: (change: Change<T>) => Iterable<string>,
): Source {
  return (enqueue) =>
    informer.onChange((change) => {
      for (const key of map(change)) enqueue(key);
    });
}
