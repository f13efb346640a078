import { isJsonObject, type JsonObject, type JsonValue } from '../object/index.ts';
import { FieldSet } from './field-set.ts';
import { groupItems, type ItemizedType, itemType } from './list-items.ts';
import { fieldElement, fieldName, type PathElement } from './path-element.ts';
import { SetBuilder } from './set-builder.ts';
import {
  type DeducedType,
  declaresField,
  fieldType,
  type GranularType,
  type StructuralType,
} from './structural-type.ts';
import { listItems, objectFields, typeBranch } from './value-branch.ts';

/** Every field of an object that its applier comes to own: its leaves and the list items they are in. */
export function collectFields(value: JsonValue, type: StructuralType): FieldSet {
  const branch = typeBranch(type);
  if (branch.kind === 'none') return FieldSet.leaf;
  if (branch.kind === 'items') return collectListItems(listItems(value), branch.type);
  if (type.kind === 'deduced' && !isJsonObject(value)) return FieldSet.leaf;
  return collectObjectFields(objectFields(value), branch.type);
}

function collectObjectFields(value: JsonObject, type: GranularType | DeducedType): FieldSet {
  const set = new SetBuilder();
  for (const [name, inner] of Object.entries(value)) {
    const inside = collectFields(inner, fieldType(type, name));
    // Declared structs are there anyway; a key of a map, a null and an empty object are stated by the applier.
    const isStated = inner === null || isEmptyObject(inner) || !declaresField(type, name);
    set.put(fieldElement(name), isStated ? inside.union(FieldSet.leaf) : inside);
  }
  return set.build();
}

function collectListItems(items: readonly JsonValue[], type: ItemizedType): FieldSet {
  const set = new SetBuilder();
  for (const [element, [item, ...repeated]] of groupItems(type, items)) {
    const inside = repeated.length > 0 ? FieldSet.leaf : collectFields(item, itemType(type));
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
  const branch = typeBranch(type);
  if (branch.kind === 'fields' && name !== undefined) return fieldType(branch.type, name);
  return branch.kind === 'items' ? itemType(branch.type) : type;
}
