import type { KubeObject } from '@kubemin/kubeapi';
import type { CacheEvent } from './cache-event.ts';
import type { History } from './history.ts';
import { type CollectionListener, type Interest, ListenerIndex } from './listener-index.ts';
import { SortedMap } from './sorted-map.ts';
import { ValueIndex } from './value-index.ts';

/** Fewer objects are as well looked through. */
const MIN_INDEXED_SIZE = 200;
/** Clients may select by whatever they like; every index has its part in every write. */
const MAX_INDEXES = 4;

/** The current objects of one resource by namespace and name, and its recent events. */
export class Collection {
  readonly history: History;
  readonly #namespaces = new SortedMap<SortedMap<KubeObject>>();
  /** By namespace; '' hears of all. A watcher of one namespace costs nothing for events of others. */
  readonly #listeners = new Map<string, ListenerIndex>();
  /** By property, once a selector has used it. */
  readonly #indexes = new Map<string, ValueIndex>();

  constructor(history: History) {
    this.history = history;
  }

  get size(): number {
    let size = 0;
    for (const [, objects] of this.#namespaces.entries()) size += objects.size;
    return size;
  }

  get(namespace: string, name: string): KubeObject | undefined {
    return this.#namespaces.get(namespace)?.get(name);
  }

  /** In order of namespace and name; of one namespace, or of all. */
  *list(
    namespace: string | undefined,
    after?: { readonly namespace: string; readonly name: string },
  ): Generator<KubeObject> {
    for (const { objects, from } of this.#ranges(namespace, after)) {
      for (const [, object] of objects.entries(from)) yield object;
    }
  }

  /** What `list` has with one of the values; undefined when it has to be looked through for that. */
  having({ property, read, values }: Interest, namespace: string | undefined): readonly KubeObject[] | undefined {
    let index = this.#indexes.get(property);
    if (index === undefined) {
      if (this.#indexes.size >= MAX_INDEXES || this.size < MIN_INDEXED_SIZE) return undefined;
      index = new ValueIndex(read, this.list(undefined));
      this.#indexes.set(property, index);
    }
    const found = index.having(values);
    return namespace === undefined ? found : found.filter(({ metadata }) => metadata.namespace === namespace);
  }

  /** How many `list` has; undefined when something has happened since the revision. */
  countAt(
    revision: number,
    namespace: string | undefined,
    after: { readonly namespace: string; readonly name: string },
  ): number | undefined {
    if (this.history.after(revision).length > 0) return undefined;
    let count = 0;
    for (const { objects, from } of this.#ranges(namespace, after)) count += objects.countFrom(from);
    return count;
  }

  /** The list as it was at a revision that history still covers. */
  listAt(
    revision: number,
    namespace: string | undefined,
    after?: { readonly namespace: string; readonly name: string },
  ): Iterable<KubeObject> {
    const events = this.history.after(revision);
    return events.length === 0 ? this.list(namespace, after) : pastList(this, events, { namespace, after });
  }

  *#ranges(
    namespace: string | undefined,
    after?: { readonly namespace: string; readonly name: string },
  ): Generator<{ readonly objects: SortedMap<KubeObject>; readonly from: string }> {
    for (const [key, objects] of this.#namespaces.entries(namespace ?? after?.namespace)) {
      if (namespace !== undefined && key !== namespace) return;
      // The smallest string greater than `name` is `name` followed by the smallest character.
      yield { objects, from: after !== undefined && after.namespace === key ? `${after.name}\0` : '' };
    }
  }

  load(namespace: string, name: string, object: KubeObject): void {
    let objects = this.#namespaces.get(namespace);
    if (objects === undefined) {
      objects = new SortedMap();
      this.#namespaces.set(namespace, objects);
    }
    objects.set(name, object);
  }

  apply(namespace: string, name: string, event: CacheEvent): void {
    if (event.kind === 'put') this.load(namespace, name, event.object);
    else this.#remove(namespace, name);
    for (const index of this.#indexes.values()) index.apply(event);
    this.history.add(event);
    this.#listeners.get('')?.notify(event);
    if (namespace !== '') this.#listeners.get(namespace)?.notify(event);
  }

  /** With an interest, events of objects that neither have nor had one of its values are not delivered. Returns a function that stops it. */
  listen(namespace: string | undefined, listener: CollectionListener, interest?: Interest): () => void {
    const scope = namespace ?? '';
    const listeners = this.#listeners.get(scope) ?? new ListenerIndex();
    this.#listeners.set(scope, listeners);
    const remove = listeners.add(listener, interest);
    return () => {
      remove();
      if (listeners.isEmpty && this.#listeners.get(scope) === listeners) this.#listeners.delete(scope);
    };
  }

  #remove(namespace: string, name: string): void {
    const objects = this.#namespaces.get(namespace);
    if (objects?.get(name) === undefined) return;
    objects.delete(name);
    if (objects.size === 0) this.#namespaces.delete(namespace);
  }
}

interface PresentList {
  list(namespace: string | undefined): Iterable<KubeObject>;
}

interface PastListScope {
  readonly namespace: string | undefined;
  readonly after: { readonly namespace: string; readonly name: string } | undefined;
}

/** The list before `events` happened: what they touched is put back to what it was before its first of them. */
function pastList(
  present: PresentList,
  events: readonly CacheEvent[],
  { namespace, after }: PastListScope,
): readonly KubeObject[] {
  const before = new Map<string, KubeObject | undefined>();
  for (const { object, previous } of events) {
    const key = objectKey(object);
    if (!before.has(key)) before.set(key, previous);
  }
  const untouched = [...present.list(namespace)].filter((object) => !before.has(objectKey(object)));
  const restored = [...before.values()].filter(
    (object) => object !== undefined && (namespace === undefined || object.metadata.namespace === namespace),
  );
  const start = after === undefined ? undefined : `${after.namespace}\0${after.name}`;
  return [...untouched, ...restored.flatMap((object) => object ?? [])]
    .filter((object) => start === undefined || objectKey(object) > start)
    .sort((a, b) => (objectKey(a) < objectKey(b) ? -1 : 1));
}

/** Sorts by namespace, then name: the separator is smaller than any character of either. */
function objectKey({ metadata }: KubeObject): string {
  return `${metadata.namespace ?? ''}\0${metadata.name ?? ''}`;
}
