import type { KubeObject, WatchEvent } from '@kubemin/kubeapi';
import { withResourceVersion } from './object-codec.ts';

/** One write as the cache saw it. `object` is the new state; for a deletion, the last state at the deletion's revision. */
export interface CacheEvent {
  readonly kind: 'put' | 'delete';
  readonly revision: number;
  readonly object: KubeObject;
  readonly previous: KubeObject | undefined;
}

/** Whether an object is in view. */
export type ObjectFilter = (object: KubeObject) => boolean;

/**
 * The event for a watcher that only sees matching objects: an object that starts to match was added, one that stops
 * matching was deleted (in its last matching state, but at the new revision); undefined when it never was in view.
 */
export function toWatchEvent(event: CacheEvent, matches: ObjectFilter): WatchEvent | undefined {
  const before = event.previous !== undefined && matches(event.previous);
  const after = event.kind === 'put' && matches(event.object);
  if (after) return { type: before ? 'MODIFIED' : 'ADDED', object: event.object };
  if (!before || event.previous === undefined) return undefined;
  if (event.kind === 'delete') return { type: 'DELETED', object: event.object };
  return { type: 'DELETED', object: withResourceVersion(event.previous, event.revision) };
}
