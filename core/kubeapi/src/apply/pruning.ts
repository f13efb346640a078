import type { JsonObject, JsonValue } from '../object/index.ts';
import type { FieldSet } from './field-set.ts';
import { type ItemizedType, itemElement, itemType } from './list-items.ts';
import { collectFields, withDeclaredParents } from './object-fields.ts';
import { fieldElement } from './path-element.ts';
import { type DeducedType, fieldType, type GranularType, type StructuralType } from './structural-type.ts';
import { hasParts, listItems, objectFields, typeBranch } from './value-branch.ts';

/** What decides what may go. */
export interface Pruning {
  /** What the manager applied before. */
  readonly last: FieldSet;
  /** What any manager owns now, including the manager's new configuration. */
  readonly owned: FieldSet;
  readonly type: StructuralType;
}

/** Removes from an object what its manager applied before, does not apply any more, and no other manager owns. */
export function prune(merged: JsonObject, { last, owned, type }: Pruning): JsonObject {
  if (last.difference(owned).isEmpty) return merged;
  const parents = (set: FieldSet): FieldSet => withDeclaredParents(set, type);
  const fieldSetWithParents = (object: JsonObject): FieldSet => parents(collectFields(object, type));
  const present = fieldSetWithParents(merged);
  const lastAndParents = parents(last);
  const withoutLast = fieldSetWithParents(removeFields(merged, lastAndParents, type));
  // Removing a list item or a struct takes along what others own inside: those places have to stay.
  const unowned = removeFields(merged, present.difference(withoutLast.union(parents(owned))), type);
  return removeFields(merged, present.difference(fieldSetWithParents(unowned)).intersection(lastAndParents), type);
}

/** The object without the members of the set, and without what is empty because of that. Changes nothing in place. */
export function removeFields(object: JsonObject, set: FieldSet, type: StructuralType): JsonObject {
  return objectFields(removeInside(object, set, type));
}

/** Undefined when nothing is left. */
function removeInside(value: JsonValue, set: FieldSet, type: StructuralType): JsonValue | undefined {
  const branch = typeBranch(type);
  if (set.children.size === 0 || !hasParts(branch, value)) return value;
  if (branch.kind === 'fields') return removeFromFields(objectFields(value), set, branch.type);
  return branch.kind === 'items' ? removeItems(listItems(value), set, branch.type) : value;
}

function removeFromFields(object: JsonObject, set: FieldSet, type: GranularType | DeducedType): JsonObject | undefined {
  const kept: [string, JsonValue][] = [];
  for (const [name, value] of Object.entries(object)) {
    const below = set.child(fieldElement(name));
    const rest = below.member ? undefined : removeInside(value, below, fieldType(type, name));
    if (rest !== undefined) kept.push([name, rest]);
  }
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

function removeItems(items: readonly JsonValue[], set: FieldSet, type: ItemizedType): readonly JsonValue[] | undefined {
  const kept = items.flatMap((item, index) => {
    const below = set.child(itemElement(type, item, index));
    const rest = below.member ? undefined : removeInside(item, below, itemType(type));
    return rest === undefined ? [] : [rest];
  });
  return kept.length === 0 ? undefined : kept;
}
