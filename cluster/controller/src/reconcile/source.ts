import type { Clock } from '@kubemin/base';
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

/** How often keys are enqueued. */
export interface CoalesceOptions {
  readonly clock: Clock;
  /** The shortest interval at which this source enqueues one key. */
  readonly periodMs: number;
}

/**
 * For bursts of changes of which only the last state matters: the first change of a key is enqueued immediately, further
 * ones at most once per period. None is lost, and each is enqueued within a period. Only this source is delayed: use a
 * separate source for changes that must not wait.
 */
export function coalesceEnqueues(source: Source, { clock, periodMs }: CoalesceOptions): Source {
  return (enqueue) => {
    /** The last or next time at which each key is enqueued, approximately in order. */
    const enqueuedAt = new Map<string, number>();
    const forgetQuiet = (now: number): void => {
      for (const [key, at] of enqueuedAt) {
        if (at + periodMs > now) return;
        enqueuedAt.delete(key);
      }
    };
    return source((key, afterMs = 0) => {
      const now = clock.monotonic();
      forgetQuiet(now);
      const last = enqueuedAt.get(key);
      const due = Math.max(now + afterMs, last === undefined ? now : last > now ? last : last + periodMs);
      if (due !== last) {
        enqueuedAt.delete(key);
        enqueuedAt.set(key, due);
      }
      // Also when a reconcile is already due: it may have run earlier, because of another source and before this change.
      enqueue(key, due - now);
    });
  };
}
