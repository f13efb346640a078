import { deepEqual, isJsonArray, isJsonObject, type JsonObject, type JsonValue, ownValue } from '../object/index.ts';
import { FieldSet } from './field-set.ts';
import { NOTHING, SELF } from './fields-v1.ts';
import { groupItems, type ItemizedType, itemType } from './list-items.ts';
import { type OwnershipScope, UNOWNED_FIELDS } from './ownership-scope.ts';
import { comparePathElements, fieldElement } from './path-element.ts';
import { type DeducedType, fieldType, type GranularType, LEAF, type StructuralType } from './structural-type.ts';
import { hasFields, objectFields } from './value-branch.ts';

/** A new object, as ownership sees it. */
export interface CreatedObject {
  readonly object: JsonObject;
  /** An object of the type with no field set: structs and scalars, never a list with items. */
  readonly zero: JsonObject;
  readonly type: StructuralType;
  readonly scope: Pick<OwnershipScope, 'without'>;
}

/**
 * What the creator of an object owns, as FieldsV1; undefined when that is nothing. The outcome is that of an update from
 * the zero object, but in one walk and without the sets in between: most objects are never asked about again.
 */
export function createdFields({ object, zero, type, scope }: CreatedObject): JsonObject | undefined {
  return valueFields(object, zero, { type, unowned: UNOWNED_FIELDS, without: scope.without ?? FieldSet.empty });
}

interface OwnershipRules {
  readonly type: StructuralType;
  /** Fields that have no owner from here on; what lies below its members may have one. */
  readonly unowned: FieldSet;
  /** What is left out from here on, with everything below. */
  readonly without: FieldSet;
}

function valueFields(value: JsonValue, zero: JsonValue | undefined, rules: OwnershipRules): JsonObject | undefined {
  const { type, unowned, without } = rules;
  if (value === zero || without.member) return undefined;
  if (type.kind === 'granular' || type.kind === 'deduced') {
    const [fields, zeros] = [objectFields(value), objectFields(zero)];
    if (hasFields(fields) || hasFields(zeros)) {
      const owned = (zero === undefined || isForeign(value)) && !unowned.member;
      return structFields(fields, zeros, { type, unowned, without, owned });
    }
  } else if (type.kind !== 'leaf' && isJsonArray(value) && value.length > 0) {
    return itemFields(value, type, zero === undefined && !unowned.member);
  }
  return unowned.member || (zero !== undefined && deepEqual(zero, value)) ? undefined : NOTHING;
}

/** A value that has no fields where a struct belongs counts as changed. */
function isForeign(value: JsonValue): boolean {
  return value !== null && !isJsonObject(value);
}

function structFields(
  fields: JsonObject,
  zeros: JsonObject,
  rules: OwnershipRules & { readonly type: GranularType | DeducedType; readonly owned: boolean },
): JsonObject | undefined {
  // Every key has a prefix, so that none can be `__proto__`.
  const written: Record<string, JsonValue> = {};
  if (rules.owned) written[SELF] = NOTHING;
  let any = rules.owned;
  for (const name of sortNames(Object.keys(fields))) {
    const value = fields[name];
    if (value === undefined) continue;
    const element = fieldElement(name);
    const inside = valueFields(value, ownValue(zeros, name), {
      type: fieldType(rules.type, name),
      unowned: rules.unowned.child(element),
      without: rules.without.child(element),
    });
    if (inside === undefined) continue;
    written[element] = inside;
    any = true;
  }
  return any ? withoutLoneDot(written) : undefined;
}

function itemFields(items: readonly JsonValue[], type: ItemizedType, owned: boolean): JsonObject {
  const written: Record<string, JsonValue> = {};
  if (owned) written[SELF] = NOTHING;
  const groups = groupItems(type, items);
  for (const element of [...groups.keys()].sort(comparePathElements)) {
    const [item = null, ...repeated] = groups.get(element) ?? [];
    // The parts of an item that is there twice could not be distinguished.
    const inside = repeated.length > 0 ? LEAF : itemType(type);
    written[element] = valueFields(item, undefined, { ...NO_RULES, type: inside }) ?? NOTHING;
  }
  return written;
}

/** Sorts in place. There are few, and a general sort takes room each time. */
function sortNames(names: string[]): readonly string[] {
  if (names.length > FEW) return names.sort();
  for (let end = 1; end < names.length; end += 1) {
    const name = names[end] ?? '';
    let at = end;
    for (let before = names[at - 1]; at > 0 && before !== undefined && before > name; before = names[at - 1]) {
      names[at] = before;
      at -= 1;
    }
    names[at] = name;
  }
  return names;
}

const FEW = 24;

const NO_RULES = { unowned: FieldSet.empty, without: FieldSet.empty };

/** A member without children has no dot. */
function withoutLoneDot(written: JsonObject): JsonObject {
  for (const key in written) if (key !== SELF) return written;
  return NOTHING;
}
