import { type JsonObject, type JsonValue, ownValue } from '../object/index.ts';
import { groupItems, type ItemizedType, itemElement, itemType } from './list-items.ts';
import type { PathElement } from './path-element.ts';
import { type DeducedType, fieldType, type GranularType, type StructuralType } from './structural-type.ts';
import { hasParts, listItems, objectFields, typeBranch } from './value-branch.ts';

/** Puts a configuration onto an object: leaves replace, fields and list items merge. Removes nothing, changes neither. */
export function mergeObjects(live: JsonObject, config: JsonObject, type: StructuralType): JsonObject {
  return objectFields(mergeValues(live, config, type));
}

function mergeValues(live: JsonValue | undefined, config: JsonValue, type: StructuralType): JsonValue {
  if (live === undefined || live === config) return config;
  const branch = typeBranch(type);
  const parts = hasParts(branch, live) || hasParts(branch, config);
  // Also a value of another shape than the type has: it cannot be merged with.
  if (!parts || isScalar(config)) return config === null && hasParts(branch, live) ? live : config;
  if (branch.kind === 'fields') {
    if (Array.isArray(config)) return config;
    return mergeFields(objectFields(live), objectFields(config), branch.type);
  }
  return branch.kind === 'items' ? mergeItems(listItems(live), listItems(config), branch.type) : config;
}

function isScalar(value: JsonValue): boolean {
  return typeof value !== 'object' || value === null;
}

function mergeFields(live: JsonObject, config: JsonObject, type: GranularType | DeducedType): JsonObject {
  // A Map and fromEntries, as assigning to a key called `__proto__` would change the prototype instead.
  const merged = new Map(Object.entries(live));
  for (const [name, value] of Object.entries(config)) {
    merged.set(name, mergeValues(ownValue(live, name), value, fieldType(type, name)));
  }
  return Object.fromEntries(merged);
}

/**
 * The configuration's order holds among its own items; items only the object has come as early as they did, but after
 * the items before them that both have.
 */
function mergeItems(
  live: readonly JsonValue[],
  config: readonly JsonValue[],
  type: ItemizedType,
): readonly JsonValue[] {
  const mine = groupItems(type, live);
  const theirs = groupItems(type, config);
  const incoming = [...theirs];
  const shared = incoming.map(([element]) => element).filter((element) => mine.has(element));
  const merged: JsonValue[] = [];

  const takeNext = (): PathElement | undefined => {
    const [element, [item]] = incoming.shift() ?? [undefined, []];
    if (element === undefined || item === undefined) return undefined;
    if (element === shared[0]) shared.shift();
    const group = mine.get(element);
    merged.push(group === undefined ? item : mergeValues(group[0], item, itemType(type)));
    return element;
  };

  for (const [index, item] of live.entries()) {
    const element = itemElement(type, item, index);
    if (!theirs.has(element)) merged.push(item);
    // A shared item that is not the next one stands elsewhere in the configuration.
    else if (element === shared[0]) while (takeNext() !== element);
  }
  while (takeNext() !== undefined);
  return merged;
}
