import type { KubeObject } from '@kubemin/kubeapi';
import type { CacheEvent } from './cache-event.ts';
import type { Interest } from './listener-index.ts';

/** The objects of a collection by the value that one property has in them. */
export class ValueIndex {
  readonly #read: Interest['read'];
  readonly #byValue = new Map<string, Map<string, KubeObject>>();

  constructor(read: Interest['read'], objects: Iterable<KubeObject>) {
    this.#read = read;
    for (const object of objects) this.#add(object);
  }

  apply({ kind, object, previous }: CacheEvent): void {
    if (previous !== undefined) this.#remove(previous);
    if (kind === 'put') this.#add(object);
  }

  /** Those that have one of the values, in order of namespace and name. */
  having(values: readonly string[]): readonly KubeObject[] {
    const found = [...new Set(values)].flatMap((value) => [...(this.#byValue.get(value) ?? [])]);
    return found.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => object);
  }

  #add(object: KubeObject): void {
    const value = this.#read(object);
    if (value === undefined) return;
    const objects = this.#byValue.get(value) ?? new Map<string, KubeObject>();
    this.#byValue.set(value, objects.set(namespacedKey(object), object));
  }

  #remove(object: KubeObject): void {
    const value = this.#read(object);
    const objects = value === undefined ? undefined : this.#byValue.get(value);
    if (value === undefined || objects === undefined) return;
    objects.delete(namespacedKey(object));
    if (objects.size === 0) this.#byValue.delete(value);
  }
}

/** In this order: what separates the two sorts before whatever a namespace may contain. */
function namespacedKey({ metadata: { namespace = '', name = '' } }: KubeObject): string {
  return `${namespace}\0${name}`;
}
