import type { KubeObject } from '@kubemin/kubeapi';
import type { CacheEvent } from './cache-event.ts';

interface PresentList {
  list(namespace: string | undefined): Iterable<KubeObject>;
}

interface PastListScope {
  readonly namespace: string | undefined;
  readonly after: { readonly namespace: string; readonly name: string } | undefined;
}

/** The list before `events` happened: what they touched is put back to what it was before its first of them. */
export function pastList(
  present: PresentList,
  events: readonly CacheEvent[],
  { namespace, after }: PastListScope,
): readonly KubeObject[] {
  const before = new Map<string, KubeObject | undefined>();
  for (const { object, previous } of events) {
    const key = keyOf(object);
    if (!before.has(key)) before.set(key, previous);
  }
  const untouched = [...present.list(namespace)].filter((object) => !before.has(keyOf(object)));
  const restored = [...before.values()].filter(
    (object) => object !== undefined && (namespace === undefined || object.metadata.namespace === namespace),
  );
  const start = after === undefined ? undefined : `${after.namespace}\0${after.name}`;
  return [...untouched, ...restored.flatMap((object) => object ?? [])]
    .filter((object) => start === undefined || keyOf(object) > start)
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** Sorts by namespace, then name: the separator is smaller than any character of either. */
function keyOf({ metadata }: KubeObject): string {
  return `${metadata.namespace ?? ''}\0${metadata.name ?? ''}`;
}
