import { isJsonObject, type JsonValue, ownValue } from '../object/index.ts';
import { indexElement, keyElement, type PathElement, valueElement } from './path-element.ts';
import { type KeyedListType, LEAF, type SetType, type StructuralType } from './structural-type.ts';

/** A list whose items are owned one by one. */
export type ItemizedType = SetType | KeyedListType;

/** The items under each element, in the order in which they first occur: stored lists may hold an item twice. */
export type ItemGroups = ReadonlyMap<PathElement, readonly [JsonValue, ...JsonValue[]]>;

/** The element of one item; an item without any of the keys is known by its place. */
export function itemElement(type: ItemizedType, item: JsonValue, index: number): PathElement {
  if (type.kind === 'set') return valueElement(item);
  if (!isJsonObject(item)) return indexElement(index);
  const keys: [string, JsonValue][] = [];
  for (const key of type.keys) {
    const value = ownValue(item, key.name) ?? key.default;
    if (value !== undefined) keys.push([key.name, value]);
  }
  return keys.length === 0 ? indexElement(index) : keyElement(keys);
}

/** Sorts the items of a list by the element they are known by. */
export function groupItems(type: ItemizedType, items: readonly JsonValue[]): ItemGroups {
  const groups = new Map<PathElement, [JsonValue, ...JsonValue[]]>();
  for (const [index, item] of items.entries()) {
    const element = itemElement(type, item, index);
    const group = groups.get(element);
    if (group === undefined) groups.set(element, [item]);
    else group.push(item);
  }
  return groups;
}

/** The type of each item. */
export function itemType(type: ItemizedType): StructuralType {
  return type.kind === 'set' ? LEAF : type.items;
}
