import {
  followsOrder,
  type Identity,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  orderElements,
  ownValue,
} from '../object/index.ts';
import { PatchError } from './patch-error.ts';
import { itemPlace, type Place } from './strategic-place.ts';

interface ListMerge {
  readonly place: Place;
  readonly mergeObject: (original: JsonObject, patch: JsonObject, place: Place) => JsonObject;
}

/** Merges a list whose field has the merge strategy: objects by merge key, scalars as a set. */
export function mergeList(
  original: readonly JsonValue[],
  patch: readonly JsonValue[],
  merge: ListMerge,
): readonly JsonValue[] {
  const sample = patch[0] ?? original[0];
  if (sample === undefined) return original;
  const { path, mergeKey } = merge.place;
  if (!isJsonObject(sample)) return mergeScalars(original, patch, merge.place);
  if (mergeKey === undefined) throw new PatchError(`${path}: cannot merge lists without merge key`);
  return mergeObjects(
    { original: requireObjects(original, path), patch: requireObjects(patch, path), mergeKey },
    merge,
  );
}

function mergeScalars(original: readonly JsonValue[], patch: readonly JsonValue[], place: Place): readonly JsonValue[] {
  const merged = [...new Set([...original, ...patch])];
  return orderMerged({ merged, original, named: patch, identity: JSON.stringify }, place);
}

interface ObjectLists {
  readonly original: readonly JsonObject[];
  readonly patch: readonly JsonObject[];
  readonly mergeKey: string;
}

function mergeObjects({ original, patch, mergeKey }: ObjectLists, merge: ListMerge): readonly JsonValue[] {
  const { place, mergeObject } = merge;
  const identity: Identity = (item) => JSON.stringify(isJsonObject(item) ? (ownValue(item, mergeKey) ?? null) : item);
  const patchDirective = (item: JsonObject): JsonValue | undefined => ownValue(item, '$patch');
  const ordinary = patch.filter((item) => patchDirective(item) !== 'delete' && patchDirective(item) !== 'replace');
  const deletions = patch.filter((item) => patchDirective(item) === 'delete');
  requireKeys([...ordinary, ...deletions], mergeKey, place);

  const deleted = new Set(deletions.map(identity));
  const replaces = patch.some((item) => patchDirective(item) === 'replace');
  const merged = replaces ? [] : original.filter((item) => !deleted.has(identity(item)));
  const positions = new Map(merged.map((item, index) => [identity(item), index] as const).reverse());
  for (const [index, item] of ordinary.entries()) {
    const at = positions.get(identity(item)) ?? merged.length;
    positions.set(identity(item), at);
    merged[at] = mergeObject(merged[at] ?? {}, item, itemPlace(place, index));
  }
  return orderMerged({ merged, original, named: ordinary, identity }, place);
}

interface Merged {
  readonly merged: readonly JsonValue[];
  readonly original: readonly JsonValue[];
  /** The elements the patch sets, in its order. */
  readonly named: readonly JsonValue[];
  readonly identity: Identity;
}

function orderMerged({ merged, original, named, identity }: Merged, place: Place): readonly JsonValue[] {
  const { order, path } = place;
  if (order !== undefined && !followsOrder(named, order, identity)) {
    throw new PatchError(`${path}: the order of the patch's list doesn't match its $setElementOrder list`);
  }
  return orderElements({ merged, wanted: order ?? named, original, identity });
}

function requireObjects(list: readonly JsonValue[], path: string): readonly JsonObject[] {
  return list.map((item, index) => {
    if (!isJsonObject(item)) throw new PatchError(`${path}[${index}]: list element types are not identical`);
    return item;
  });
}

/** What the patch names must be findable; elements the document holds without the key are simply never matched. */
function requireKeys(items: readonly JsonObject[], mergeKey: string, place: Place): void {
  const keyless = items.find((item) => ownValue(item, mergeKey) === undefined);
  if (keyless === undefined) return;
  throw new PatchError(
    `${place.path}: map: ${JSON.stringify(keyless)} does not contain declared merge key: ${mergeKey}`,
  );
}
