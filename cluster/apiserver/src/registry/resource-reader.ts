import type { KubeObject } from '@kubemin/kubeapi';
import type { CacheEvent, Collection, CollectionListener, ObjectCache } from '../storage/index.ts';
import type { ObjectConversion } from './object-conversion.ts';
import type { ServedResource } from './served-resource.ts';

/** The objects of a resource and what happened to them, as its clients see them. */
export interface ResourceReader {
  readonly history: {
    readonly start: number;
    after(revision: number): readonly CacheEvent[];
  };
  get(namespace: string, name: string): KubeObject | undefined;
  list: Collection['list'];
  having: Collection['having'];
  listAt: Collection['listAt'];
  countAt: Collection['countAt'];
  listen: Collection['listen'];
}

/** The objects of a list that was read from storage, as clients of the resource see them. */
export async function convertList(
  { conversion }: Pick<ServedResource, 'conversion'>,
  stored: readonly KubeObject[],
): Promise<readonly KubeObject[]> {
  if (conversion === undefined) return stored;
  await conversion.remote?.prepareFromStorage(stored);
  return stored.map((object) => conversion.fromStorage(object));
}

/** What reads of a resource go through. Where its conversion is remote, `convertList` and `ObjectRegistry.load` are used instead. */
export function createResourceReader(cache: ObjectCache, { collection, conversion }: ServedResource): ResourceReader {
  const stored = cache.collection(collection);
  return conversion === undefined ? stored : new ConvertedCollection(stored, conversion);
}

class ConvertedCollection implements ResourceReader {
  readonly #stored: Collection;
  readonly #conversion: ObjectConversion;

  constructor(stored: Collection, conversion: ObjectConversion) {
    this.#stored = stored;
    this.#conversion = conversion;
  }

  get history(): ResourceReader['history'] {
    const { history } = this.#stored;
    return { start: history.start, after: (revision) => history.after(revision).map((event) => this.#event(event)) };
  }

  get(namespace: string, name: string): KubeObject | undefined {
    const stored = this.#stored.get(namespace, name);
    return stored === undefined ? undefined : this.#conversion.fromStorage(stored);
  }

  list(...range: Parameters<Collection['list']>): Generator<KubeObject> {
    return this.#converted(this.#stored.list(...range));
  }

  /** Interests are about what clients see; what is stored may look different. */
  having(): undefined {
    return undefined;
  }

  countAt(...range: Parameters<Collection['countAt']>): number | undefined {
    return this.#stored.countAt(...range);
  }

  listAt(...range: Parameters<Collection['listAt']>): Iterable<KubeObject> {
    return this.#converted(this.#stored.listAt(...range));
  }

  /** For the same reason all events are delivered. */
  listen(namespace: string | undefined, listener: CollectionListener): () => void {
    return this.#stored.listen(namespace, { onEvent: (event) => listener.onEvent(this.#event(event)) });
  }

  *#converted(objects: Iterable<KubeObject>): Generator<KubeObject> {
    for (const object of objects) yield this.#conversion.fromStorage(object);
  }

  #event(event: CacheEvent): CacheEvent {
    const { object, previous } = event;
    return {
      ...event,
      object: this.#conversion.fromStorage(object),
      previous: previous && this.#conversion.fromStorage(previous),
    };
  }
}
