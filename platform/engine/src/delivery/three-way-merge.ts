import { deepEqual, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@kubemin/kubeapi';

/** The three states a merge looks at; `applied` need only have the fields of the last delivery, not their values. */
export interface ThreeWay {
  readonly applied: JsonValue | undefined;
  readonly desired: JsonValue;
  readonly live: JsonValue | undefined;
}

/**
 * What the object should become: everything desired, without what the last delivery set and this one does not, and
 * with all that others have put there. List entries belong together by name, else by place when no list has changed
 * its length.
 */
export function threeWayMerge({ applied, desired, live }: ThreeWay): JsonValue {
  if (isJsonObject(desired) && isJsonObject(live)) return mergeObjects(applied, desired, live);
  if (isJsonArray(desired) && isJsonArray(live)) return mergeLists(applied, desired, live);
  return desired;
}

function mergeObjects(applied: JsonValue | undefined, desired: JsonObject, live: JsonObject): JsonValue {
  const before = isJsonObject(applied) ? applied : {};
  const merged = new Map<string, JsonValue>();
  for (const [key, value] of Object.entries(live)) {
    if (Object.hasOwn(desired, key) || !Object.hasOwn(before, key)) merged.set(key, value);
  }
  for (const [key, value] of Object.entries(desired)) {
    merged.set(key, threeWayMerge({ applied: own(before, key), desired: value, live: own(live, key) }));
  }
  return Object.fromEntries(merged);
}

/** Data maps may have keys such as `constructor`, which every object inherits. */
function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function mergeLists(
  applied: JsonValue | undefined,
  desired: readonly JsonValue[],
  live: readonly JsonValue[],
): JsonValue {
  const before = isJsonArray(applied) ? applied : [];
  const [wanted, present, earlier] = [byName(desired), byName(live), byName(before)];
  if (wanted !== undefined && present !== undefined) {
    const merge = (name: string, entry: JsonValue) =>
      threeWayMerge({ applied: earlier?.get(name), desired: entry, live: present.get(name) });
    const isKept = (name: string) => wanted.has(name) || !earlier?.has(name);
    const names = [...present.keys()].filter(isKept);
    // Entries of others stay where they are, unless the own ones are to have another order.
    const isInOrder = deepEqual(
      names.filter((name) => wanted.has(name)),
      [...wanted.keys()],
    );
    const others = names.filter((name) => !wanted.has(name));
    return (isInOrder ? names : [...wanted.keys(), ...others]).map((name) => {
      const entry = wanted.get(name);
      return entry === undefined ? (present.get(name) ?? null) : merge(name, entry);
    });
  }
  if (desired.length !== live.length) return desired;
  return desired.map((entry, index) => threeWayMerge({ applied: before[index], desired: entry, live: live[index] }));
}

/** Entries by name; undefined when some have none or two share one, as mounts of one volume do. */
function byName(list: readonly JsonValue[]): ReadonlyMap<string, JsonValue> | undefined {
  const entries = new Map<string, JsonValue>();
  for (const entry of list) {
    const name = entryName(entry);
    if (name === undefined || entries.has(name)) return undefined;
    entries.set(name, entry);
  }
  return entries;
}

function entryName(entry: JsonValue): string | undefined {
  if (!isJsonObject(entry)) return undefined;
  if (typeof entry.name === 'string') return entry.name;
  const { metadata } = entry;
  return metadata !== undefined && isJsonObject(metadata) && typeof metadata.name === 'string'
    ? metadata.name
    : undefined;
}

/** The JSON merge patch that turns one value into another; undefined when they are equal. Lists are replaced whole. */
export function mergePatchBetween(from: JsonValue, to: JsonValue): JsonValue | undefined {
  if (!isJsonObject(from) || !isJsonObject(to)) return deepEqual(from, to) ? undefined : to;
  const patch = new Map<string, JsonValue>();
  for (const key of Object.keys(from)) if (!Object.hasOwn(to, key)) patch.set(key, null);
  for (const [key, value] of Object.entries(to)) {
    const before = own(from, key);
    const change = before === undefined ? value : mergePatchBetween(before, value);
    if (change !== undefined) patch.set(key, change);
  }
  return patch.size === 0 ? undefined : Object.fromEntries(patch);
}
