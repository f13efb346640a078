import type { JsonObject } from '../object/index.ts';
import { type Comparison, compareObjects } from './comparison.ts';
import { conflictsOutside, type FieldConflict, findConflicts } from './conflicts.ts';
import { FieldSet } from './field-set.ts';
import { KUBECTL, lastAppliedConfiguration, withLastApplied } from './last-applied.ts';
import { entryKey, type FieldWriter, type ManagedFields, type ManagerEntry } from './managed-fields.ts';
import { collectFields, typeBelow } from './object-fields.ts';
import { limitChangesToScope, type OwnershipScope, ownableFields } from './ownership-scope.ts';
import { fieldName, type PathElement } from './path-element.ts';
import { prune } from './pruning.ts';
import type { StructuralType } from './structural-type.ts';
import { mergeObjects } from './typed-merge.ts';
import { removeOwnership, trackUpdate } from './update-tracking.ts';

/** Owns the fields that were there before the first apply, where no managed fields were recorded. */
const BEFORE_FIRST_APPLY = 'before-first-apply';

/** One configuration on its way to one object. */
export interface ApplyRequest {
  /** Undefined when there is no object yet. */
  readonly live: JsonObject | undefined;
  readonly config: JsonObject;
  readonly type: StructuralType;
  /** An object of the type with no field set. */
  readonly zero: JsonObject;
  readonly managed: ManagedFields;
  readonly writer: FieldWriter;
  readonly scope: OwnershipScope;
  /** Takes what others own. */
  readonly force: boolean;
  /** RFC 3339, whole seconds. */
  readonly now: string;
  /** The object as it would be stored: two spellings of one value are no conflict. */
  settle(object: JsonObject): JsonObject;
}

/** What an apply comes to; conflicts only without force. */
export type ApplyOutcome =
  | { readonly kind: 'applied'; readonly object: JsonObject; readonly managed: ManagedFields }
  | { readonly kind: 'conflicts'; readonly conflicts: readonly FieldConflict[] };

/**
 * Server-side apply: the configuration is everything its manager wants to set. It is merged into the object; fields that
 * the manager applied before and no longer applies are removed, unless another manager owns them; and changing a field of another manager is a
 * conflict. Applying the same again changes nothing, not even a time.
 */
export function applyConfiguration(request: ApplyRequest): ApplyOutcome {
  const { live = {}, config, type, writer, scope } = request;
  const managed = knownOwners(request);
  const key = entryKey({ ...writer, operation: 'Apply' });
  const last = managed.find((entry) => entryKey(entry) === key);
  const others = managed.filter((entry) => entry !== last);
  const applied = ownableFields(collectFields(config, type), scope);

  const owned = others.reduce((set, { fields }) => set.union(fields), applied);
  const merged = mergeObjects(live, config, type);
  const pruned = last === undefined ? merged : prune(merged, { last: last.fields, owned, type });
  // Pruning also removes parents that it empties, such as `emptyDir` without its size: what the configuration has stays.
  const object = request.settle(pruned === merged ? merged : mergeObjects(pruned, config, type));
  const changes = limitChangesToScope(compareObjects(live, object, type), scope);

  const conflicts = request.force ? [] : findConflicts(others, changes.added.union(changes.modified));
  const serious = conflicts.length === 0 ? conflicts : conflictsOutside(conflicts, freeFields(request));
  if (serious.length > 0) return { kind: 'conflicts', conflicts: serious };
  const entry = ownEntry(request, { applied, last, changes });
  return {
    kind: 'applied',
    object: writer.manager === KUBECTL ? withLastApplied(object, config) : object,
    managed: [...removeOwnership(others, changes), ...(entry === undefined ? [] : [entry])],
  };
}

function knownOwners({ live, zero, managed, type, writer, scope, now }: ApplyRequest): ManagedFields {
  if (live === undefined || managed.length > 0) return convertToCurrentType(managed, type);
  const before = { manager: BEFORE_FIRST_APPLY, apiVersion: writer.apiVersion, subresource: '' };
  return trackUpdate({ before: zero, after: live, type, managed, writer: before, scope, now });
}

function ownEntry(
  { writer, now }: ApplyRequest,
  {
    applied,
    last,
    changes,
  }: { readonly applied: FieldSet; readonly last: ManagerEntry | undefined; readonly changes: Comparison },
): ManagerEntry | undefined {
  if (applied.isEmpty) return undefined;
  const unchanged = Object.values(changes).every((set: FieldSet) => set.isEmpty);
  const same = last?.fields.equals(applied) === true && last.apiVersion === writer.apiVersion;
  if (same && unchanged) return last;
  return { ...writer, operation: 'Apply', time: now, fields: applied };
}

/** The fields that kubectl applied client-side before, and no other manager has changed since. */
function freeFields(request: ApplyRequest): FieldSet {
  const { live = {}, type, writer, settle } = request;
  const config = writer.manager === KUBECTL ? lastAppliedConfiguration(live) : undefined;
  if (config === undefined) return FieldSet.empty;
  const { added, modified } = compareObjects(live, settle(mergeObjects(live, config, type)), type);
  return collectFields(config, type).difference(added).difference(modified);
}

/**
 * Entries written when a list or map was still owned part by part, while its type now makes it one value: who owned a
 * part owns the whole. Entries that are up to date stay the very same.
 */
function convertToCurrentType(managed: ManagedFields, type: StructuralType): ManagedFields {
  return managed.map((entry) => {
    const fields = collapse(entry.fields, type);
    return fields === entry.fields ? entry : { ...entry, fields };
  });
}

function collapse(set: FieldSet, type: StructuralType): FieldSet {
  if (set.children.size === 0) return set;
  if (isWhole(set, type)) return FieldSet.leaf;
  let changed = false;
  const children = new Map<PathElement, FieldSet>();
  for (const [element, child] of set.children) {
    const collapsed = collapse(child, typeBelow(type, fieldName(element)));
    changed ||= collapsed !== child;
    children.set(element, collapsed);
  }
  return changed ? FieldSet.of(set.member, children) : set;
}

function isWhole(set: FieldSet, type: StructuralType): boolean {
  if (type.kind === 'leaf') return true;
  return type.kind === 'deduced' && set.children.keys().some((element) => fieldName(element) === undefined);
}
