import type { JsonObject } from '../object/index.ts';
import { type Comparison, compareObjects } from './comparison.ts';
import type { FieldSet } from './field-set.ts';
import { entryKey, type FieldWriter, type ManagedFields, type ManagerEntry } from './managed-fields.ts';
import { limitChangesToScope, type OwnershipScope, ownableFields } from './ownership-scope.ts';
import { isDisjoint } from './stored-entry.ts';
import type { StructuralType } from './structural-type.ts';
import { foldOldUpdates } from './update-folding.ts';

/** One write, as ownership sees it. */
export interface TrackedUpdate {
  /** For a new object: an object of the type with no field set. */
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly type: StructuralType;
  readonly managed: ManagedFields;
  readonly writer: FieldWriter;
  readonly scope: OwnershipScope;
  /** RFC 3339, whole seconds. */
  readonly now: string;
}

/**
 * Who owns what after a write that is not an apply: what changed belongs to the writer alone, what is gone
 * has no owner. The very same entries come back when nothing changed.
 */
export function trackUpdate(update: TrackedUpdate): ManagedFields {
  const { before, after, type, managed, writer, scope, now } = update;
  const changes = limitChangesToScope(compareObjects(before, after, type), scope);
  const taken = ownableFields(changes.added.union(changes.modified), scope);
  const left = removeOwnership(managed, changes);
  if (taken.isEmpty) return left;
  const entry: ManagerEntry = { ...writer, operation: 'Update', time: now, fields: taken };
  const key = entryKey(entry);
  const previous = left.find((other) => entryKey(other) === key);
  const fields = previous === undefined ? taken : previous.fields.union(taken);
  return foldOldUpdates([...left.filter((other) => other !== previous), { ...entry, fields }]);
}

/** The entries without what changed and what is gone. */
export function removeOwnership(managed: ManagedFields, { added, modified, removed }: Comparison): ManagedFields {
  const lost = added.union(removed);
  if (lost.isEmpty && modified.isEmpty) return managed;
  return managed.flatMap((entry) => {
    if (isDisjoint(entry, lost) && isDisjoint(entry, modified)) return [entry];
    // What changed is one value. Paths inside are from a time when its type was another one.
    const fields: FieldSet = entry.fields.without(modified).difference(lost);
    if (fields.isEmpty) return [];
    return fields.equals(entry.fields) ? [entry] : [{ ...entry, fields }];
  });
}
