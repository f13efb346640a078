import type { JsonObject } from '../json.ts';
import type { JsonValue } from '../object.ts';
import type { FieldSet } from './field-set.ts';
import { elementOfItem, type ItemizedType, typeOfItem } from './list-items.ts';
import { fieldSetOf, withDeclaredParents } from './object-fields.ts';
import { fieldElement } from './path-element.ts';
import { type DeducedType, type GranularType, type StructuralType, typeOfField } from './structural-type.ts';
import { branchOf, fieldsOf, hasParts, itemsOf } from './value-branch.ts';

/** What decides what may go. */
export interface Pruning {
  /** What the manager applied before. */
  readonly last: FieldSet;
  /** What anybody owns now, the manager's new configuration among them. */
  readonly owned: FieldSet;
  readonly type: StructuralType;
}

/** Takes out of an object what its manager applied before, does not apply any more, and nobody else owns. */
export function prune(merged: JsonObject, { last, owned, type }: Pruning): JsonObject {
  if (last.difference(owned).isEmpty) return merged;
  const parents = (set: FieldSet): FieldSet => withDeclaredParents(set, type);
  const setOf = (object: JsonObject): FieldSet => parents(fieldSetOf(object, type));
  const present = setOf(merged);
  const lastAndParents = parents(last);
  const withoutLast = setOf(removeFields(merged, lastAndParents, type));
  // Removing a list item or a struct takes along what others own inside: those places have to stay.
  const unowned = removeFields(merged, present.difference(withoutLast.union(parents(owned))), type);
  return removeFields(merged, present.difference(setOf(unowned)).intersection(lastAndParents), type);
}

/** The object without the members of the set, and without what is empty because of that. Changes nothing in place. */
export function removeFields(object: JsonObject, set: FieldSet, type: StructuralType): JsonObject {
  return fieldsOf(removeInside(object, set, type));
}

/** Undefined when nothing is left. */
function removeInside(value: JsonValue, set: FieldSet, type: StructuralType): JsonValue | undefined {
  const branch = branchOf(type);
  if (set.children.size === 0 || !hasParts(branch, value)) return value;
  if (branch.kind === 'fields') return removeFromFields(fieldsOf(value), set, branch.type);
  return branch.kind === 'items' ? removeItems(itemsOf(value), set, branch.type) : value;
}

function removeFromFields(object: JsonObject, set: FieldSet, type: GranularType | DeducedType): JsonObject | undefined {
  const kept: [string, JsonValue][] = [];
  for (const [name, value] of Object.entries(object)) {
    const below = set.child(fieldElement(name));
    const rest = below.member ? undefined : removeInside(value, below, typeOfField(type, name));
    if (rest !== undefined) kept.push([name, rest]);
  }
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

function removeItems(items: readonly JsonValue[], set: FieldSet, type: ItemizedType): readonly JsonValue[] | undefined {
  const kept = items.flatMap((item, index) => {
    const below = set.child(elementOfItem(type, item, index));
    const rest = below.member ? undefined : removeInside(item, below, typeOfItem(type));
    return rest === undefined ? [] : [rest];
  });
  return kept.length === 0 ? undefined : kept;
}
