import { type Change, type Informer, objectKey } from '@kubemin/kube';
import { formatApiVersion, type KubeObject, type ResourceInfo } from '@kubemin/kubeapi';
import { findControllerReference, type OwnerKind } from './owner-reference.ts';

/** Enqueues a key, immediately or after a delay; of several delays of one key the earliest is used. */
export type Enqueue = (key: string, afterMs?: number) => void;

/** Subscribes to changes and enqueues keys; returns a function that unsubscribes. */
export type Source = (enqueue: Enqueue) => () => void;

/** Enqueues the key of each changed object. */
export function enqueueChangedObjects<T extends KubeObject>(informer: Informer<T>): Source {
  return (enqueue) => informer.onChange((change) => enqueue(change.key));
}

/**
 * Enqueues the controller of each changed object, if it is of `owner`'s kind, and the previous controller. `isRelevant`
 * filters the changes.
 */
export function enqueueOwners<T extends KubeObject>(
  informer: Informer<T>,
  owner: OwnerKind | Pick<ResourceInfo, 'group' | 'version' | 'kind'>,
  isRelevant: (change: Change<T>) => boolean = () => true,
): Source {
  const { kind } = owner;
  const apiVersion = 'apiVersion' in owner ? owner.apiVersion : formatApiVersion(owner);
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

/** Enqueues the keys that `map` returns for each change. */
export function enqueueMappedKeys<T extends KubeObject>(
  informer: Informer<T>,
  map: (change: Change<T>) => Iterable<string>,
): Source {
  return (enqueue) =>
    informer.onChange((change) => {
      for (const key of map(change)) enqueue(key);
    });
}
