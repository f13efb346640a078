import type { JsonObject } from '../json.ts';
import { removeFields } from './field-removal.ts';
import type { FieldSet } from './field-set.ts';
import { fieldSetOf, withDeclaredParents } from './object-fields.ts';
import type { StructuralType } from './structural-type.ts';

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
