import { ProgrammingError } from '@kubemin/base';
import type { KubeObject, WatchEvent } from '@kubemin/kubeapi';
import { objectKey } from '../client/index.ts';
import type { ChangeScope, IndexEntry } from './change-scope.ts';
import { ObjectIndex } from './object-index.ts';

/** The values under which an index finds an object. */
export type Indexer<T extends KubeObject> = (object: T) => readonly string[];

/** One step from a store's old state to its new one. 'deleted' carries the last known state of the object. */
export type Change<T extends KubeObject> =
  | { readonly type: 'added'; readonly key: string; readonly object: T; readonly old?: undefined }
  | { readonly type: 'updated'; readonly key: string; readonly object: T; readonly old: T }
  | { readonly type: 'deleted'; readonly key: string; readonly object: T; readonly old: T };

const NO_ENTRIES: readonly IndexEntry[] = [];

/**
 * Objects by key, with indexes. Computing changes and applying them are separate, so that the caller can notify handlers
 * after each one. An object that was deleted and created again under the same name is two changes, never an update.
 */
export class ObjectStore<T extends KubeObject> {
  readonly #objects = new Map<string, T>();
  readonly #indexes = new Map<string, ObjectIndex<T>>();
  readonly #onIndexerError: (index: string, error: unknown) => void;
  #list: readonly T[] | undefined;

  constructor(onIndexerError: (index: string, error: unknown) => void) {
    this.#onIndexerError = onIndexerError;
  }

  get(key: string): T | undefined {
    return this.#objects.get(key);
  }

  list(): readonly T[] {
    this.#list ??= Object.freeze([...this.#objects.values()]);
    return this.#list;
  }

  /** All objects, or those in a scope. */
  entries(scope?: ChangeScope): Iterable<readonly [key: string, object: T]> {
    if (scope === undefined) return this.#objects.entries();
    if ('index' in scope) return this.#index(scope.index).entries(scope.value);
    const object = this.#objects.get(scope.key);
    return object === undefined ? [] : [[scope.key, object]];
  }

  byIndex(index: string, value: string): readonly T[] {
    return this.#index(index).find(value);
  }

  /** Under which values some of the indexes find an object. */
  indexEntries(key: string, indexes: readonly string[]): readonly IndexEntry[] {
    if (indexes.length === 0) return NO_ENTRIES;
    return indexes.flatMap((name) =>
      this.#index(name)
        .indexedValues(key)
        .map((value): IndexEntry => [name, value]),
    );
  }

  addIndex(name: string, indexer: Indexer<T>): void {
    const taken = this.#indexes.get(name);
    if (taken?.indexer === indexer) return;
    if (taken !== undefined) {
      throw new ProgrammingError(
        `index '${name}' exists already with another function; give the new one another name`,
        'INDEX_TAKEN',
      );
    }
    const index = new ObjectIndex(indexer, (error) => this.#onIndexerError(name, error));
    for (const [key, object] of this.#objects) index.put(key, object);
    this.#indexes.set(name, index);
  }

  /** What a watch event changes here: nothing when it is older than what is known. */
  changesFromEvent({ type, object }: WatchEvent<T>): readonly Change<T>[] {
    const key = objectKey(object);
    const old = this.#objects.get(key);
    if (type === 'DELETED') {
      if (old === undefined || isOlderVersion(object.metadata.resourceVersion, old.metadata.resourceVersion)) return [];
      return [{ type: 'deleted', key, object: object.metadata.uid === old.metadata.uid ? object : old, old }];
    }
    if (old !== undefined && isOlderVersion(object.metadata.resourceVersion, old.metadata.resourceVersion)) return [];
    return changesToObject(key, object, old);
  }

  /** What has to change so that the store holds exactly `objects`: deletions first, then the rest in their order. */
  changesToReplace(objects: readonly T[]): readonly Change<T>[] {
    const wanted = new Map(objects.map((object) => [objectKey(object), object]));
    const changes: Change<T>[] = [];
    for (const [key, old] of this.#objects) {
      if (!wanted.has(key)) changes.push({ type: 'deleted', key, object: old, old });
    }
    for (const [key, object] of wanted) changes.push(...changesToObject(key, object, this.#objects.get(key)));
    return changes;
  }

  apply({ type, key, object }: Change<T>): void {
    this.#list = undefined;
    if (type === 'deleted') {
      this.#objects.delete(key);
      for (const index of this.#indexes.values()) index.remove(key);
    } else {
      this.#objects.set(key, object);
      for (const index of this.#indexes.values()) index.put(key, object);
    }
  }

  #index(index: string): ObjectIndex<T> {
    const found = this.#indexes.get(index);
    if (found !== undefined) return found;
    const known = [...this.#indexes.keys()].join(', ') || 'none';
    throw new ProgrammingError(
      `there is no index '${index}' (there are: ${known}); add it with addIndex first`,
      'INDEX_UNKNOWN',
    );
  }
}

function changesToObject<T extends KubeObject>(key: string, object: T, old: T | undefined): readonly Change<T>[] {
  if (old === undefined) return [{ type: 'added', key, object }];
  if (old.metadata.uid !== object.metadata.uid) {
    return [
      { type: 'deleted', key, object: old, old },
      { type: 'added', key, object },
    ];
  }
  const version = object.metadata.resourceVersion;
  if (version !== undefined && version === old.metadata.resourceVersion) return [];
  return [{ type: 'updated', key, object, old }];
}

const NUMBER = /^(?:0|[1-9]\d*)$/;

/**
 * Whether resource version `a` is older than `b`. Versions of one resource are numbers, of any size, that only grow; a
 * server with other versions is accepted: then nothing is older than anything.
 */
export function isOlderVersion(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined || !NUMBER.test(a) || !NUMBER.test(b)) return false;
  return a.length === b.length ? a < b : a.length < b.length;
}
