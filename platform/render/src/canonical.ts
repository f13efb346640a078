import { isJsonArray, isJsonObject, type KubeObject } from '@kubemin/kubeapi';

/** An object whose bytes depend on what it says alone: keys in order, and none that says nothing. */
export function canonical(object: KubeObject): KubeObject {
  return { ...object, ...sorted({ ...object }) };
}

function sorted(map: Readonly<Record<string, unknown>>): object {
  const entries: [string, unknown][] = [];
  // By code units, which is how `sort` compares by itself, and fastest.
  for (const key of Object.keys(map).sort()) {
    const value = map[key];
    if (value !== undefined) entries.push([key, ordered(value)]);
  }
  // Not by assignment: a key called __proto__ would vanish.
  return Object.fromEntries(entries);
}

function ordered(value: unknown): unknown {
  if (typeof value !== 'object') return value;
  if (isJsonArray(value)) return value.map(ordered);
  return isJsonObject(value) ? sorted(value) : value;
}
