import { deepEqual, isJsonArray, isJsonObject, type JsonObject, type JsonValue, ownValue } from '../object/index.ts';
import { FieldSet } from './field-set.ts';
import { groupItems, type ItemGroups, type ItemizedType, itemType } from './list-items.ts';
import { fieldElement, type PathElement } from './path-element.ts';
import { SetBuilder } from './set-builder.ts';
import { type DeducedType, fieldType, type GranularType, type StructuralType } from './structural-type.ts';
import { type Branch, hasParts, listItems, objectFields, typeBranch } from './value-branch.ts';

/** What became of an object, path by path. */
export interface Comparison {
  readonly added: FieldSet;
  readonly removed: FieldSet;
  readonly modified: FieldSet;
}

const SAME: Comparison = { added: FieldSet.empty, removed: FieldSet.empty, modified: FieldSet.empty };
const ADDED: Comparison = { ...SAME, added: FieldSet.leaf };
const REMOVED: Comparison = { ...SAME, removed: FieldSet.leaf };
const MODIFIED: Comparison = { ...SAME, modified: FieldSet.leaf };

/** Compares two states of an object. Parts they share are not looked into. */
export function compareObjects(before: JsonObject, after: JsonObject, type: StructuralType): Comparison {
  return compareValues(before, after, type);
}

type Maybe = JsonValue | undefined;

function compareValues(before: Maybe, after: Maybe, type: StructuralType): Comparison {
  if (before === after) return SAME;
  const branch = typeBranch(type);
  if (!hasParts(branch, before) && !hasParts(branch, after)) return compareLeaves(before, after);
  const changes = new ChangeBuilder();
  if (branch.kind === 'fields')
    compareFields(objectFields(before), objectFields(after), { type: branch.type, changes });
  if (branch.kind === 'items') compareItems(listItems(before), listItems(after), { type: branch.type, changes });
  changes.added.member = before === undefined;
  changes.removed.member = after === undefined;
  changes.modified.member = isForeign(branch, before) || isForeign(branch, after);
  return changes.build();
}

/** A value of a shape the type has no parts for: a scalar where fields were before. */
function isForeign(branch: Branch, value: Maybe): boolean {
  if (value === undefined || value === null) return false;
  return branch.kind === 'fields' ? !isJsonObject(value) : !isJsonArray(value);
}

function compareLeaves(before: Maybe, after: Maybe): Comparison {
  if (before === undefined) return ADDED;
  if (after === undefined) return REMOVED;
  return deepEqual(before, after) ? SAME : MODIFIED;
}

function compareFields(
  before: JsonObject,
  after: JsonObject,
  { type, changes }: { readonly type: GranularType | DeducedType; readonly changes: ChangeBuilder },
): void {
  for (const name of Object.keys(before)) {
    const next = ownValue(after, name);
    if (before[name] !== next)
      changes.put(fieldElement(name), compareValues(before[name], next, fieldType(type, name)));
  }
  for (const name of Object.keys(after)) {
    if (!Object.hasOwn(before, name))
      changes.put(fieldElement(name), compareValues(undefined, after[name], fieldType(type, name)));
  }
}

function compareItems(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  { type, changes }: { readonly type: ItemizedType; readonly changes: ChangeBuilder },
): void {
  const olds = groupItems(type, before);
  const news = groupItems(type, after);
  for (const [element, old] of olds) changes.put(element, compareGroups(old, news.get(element), type));
  for (const [element, group] of news) {
    if (!olds.has(element)) changes.put(element, compareGroups(undefined, group, type));
  }
}

type Group = ReturnType<ItemGroups['get']>;

/** An item that occurs more than once is compared as a whole: its parts could not be distinguished. */
function compareGroups(before: Group, after: Group, type: ItemizedType): Comparison {
  const repeated = (before?.length ?? 0) > 1 || (after?.length ?? 0) > 1;
  if (repeated) return compareLeaves(before, after);
  return compareValues(before?.[0], after?.[0], itemType(type));
}

class ChangeBuilder {
  readonly added = new SetBuilder();
  readonly removed = new SetBuilder();
  readonly modified = new SetBuilder();

  put(element: PathElement, { added, removed, modified }: Comparison): void {
    this.added.put(element, added);
    this.removed.put(element, removed);
    this.modified.put(element, modified);
  }

  build(): Comparison {
    return { added: this.added.build(), removed: this.removed.build(), modified: this.modified.build() };
  }
}
