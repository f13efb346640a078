import { isJsonObject, type JsonObject } from '../json.ts';
import type { JsonValue } from '../object.ts';
import { FieldSet } from './field-set.ts';
import { groupItems, type ItemizedType, typeOfItem } from './list-items.ts';
import { fieldElement, fieldName, type PathElement } from './path-element.ts';
import { SetBuilder } from './set-builder.ts';
import {
  type DeducedType,
  declaresField,
  type GranularType,
  type StructuralType,
  typeOfField,
} from './structural-type.ts';
import { branchOf, fieldsOf, itemsOf } from './value-branch.ts';

/** Everything an object says, as whoever applies it comes to own it: its leaves and the list items they are in. */
export function fieldSetOf(value: JsonValue, type: StructuralType): FieldSet {
  const branch = branchOf(type);
  if (branch.kind === 'none') return FieldSet.leaf;
  if (branch.kind === 'items') return setOfItems(itemsOf(value), branch.type);
  if (type.kind === 'deduced' && !isJsonObject(value)) return FieldSet.leaf;
  return setOfFields(fieldsOf(value), branch.type);
}

function setOfFields(value: JsonObject, type: GranularType | DeducedType): FieldSet {
  const set = new SetBuilder();
  for (const [name, inner] of Object.entries(value)) {
    const inside = fieldSetOf(inner, typeOfField(type, name));
    // Declared structs are there anyway; a key of a map, a null and an empty object are something one says.
    const said = inner === null || isEmptyObject(inner) || !declaresField(type, name);
    set.put(fieldElement(name), said ? inside.union(FieldSet.leaf) : inside);
  }
  return set.build();
}

function setOfItems(items: readonly JsonValue[], type: ItemizedType): FieldSet {
  const set = new SetBuilder();
  for (const [element, [item, ...repeated]] of groupItems(type, items)) {
    const inside = repeated.length > 0 ? FieldSet.leaf : fieldSetOf(item, typeOfItem(type));
    set.put(element, inside.union(FieldSet.leaf));
  }
  return set.build();
}

function isEmptyObject(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

/** The set with every declared struct that holds a member as a member of its own: who owns all of it owns the struct. */
export function withDeclaredParents(set: FieldSet, type: StructuralType): FieldSet {
  const children = new Map<PathElement, FieldSet>();
  for (const [element, child] of set.children) {
    const name = fieldName(element);
    const inside = withDeclaredParents(child, typeBelow(type, name));
    const parent = name !== undefined && declaresField(type, name);
    children.set(element, parent ? inside.union(FieldSet.leaf) : inside);
  }
  return FieldSet.of(set.member, children);
}

/** The type of what an element of this type leads to; `name` is undefined for list items. */
export function typeBelow(type: StructuralType, name: string | undefined): StructuralType {
  const branch = branchOf(type);
  if (branch.kind === 'fields' && name !== undefined) return typeOfField(branch.type, name);
  return branch.kind === 'items' ? typeOfItem(branch.type) : type;
}
