import { deepEqual } from '../deep-equal.ts';
import { isJsonArray, isJsonObject, type JsonObject, ownValue } from '../json.ts';
import type { JsonValue } from '../object.ts';
import { FieldSet } from './field-set.ts';
import { NOTHING, SELF } from './fields-v1.ts';
import { groupItems, type ItemizedType, typeOfItem } from './list-items.ts';
import { NOBODYS, type OwnershipScope } from './ownership-scope.ts';
import { comparePathElements, fieldElement } from './path-element.ts';
import { type DeducedType, type GranularType, LEAF, type StructuralType, typeOfField } from './structural-type.ts';
import { fieldsOf, hasFields } from './value-branch.ts';

/** A new object, as ownership sees it. */
export interface CreatedObject {
  readonly object: JsonObject;
  /** What the type looks like when nobody has filled it in: structs and scalars, never a list with items. */
  readonly zero: JsonObject;
  readonly type: StructuralType;
  readonly scope: Pick<OwnershipScope, 'without'>;
}

/**
 * What the creator of an object owns, as FieldsV1; undefined when that is nothing. The outcome is that of an update from
 * the zero object, but in one walk and without the sets in between: most objects are never asked about again.
 */
export function createdFields({ object, zero, type, scope }: CreatedObject): JsonObject | undefined {
  return fieldsOfPlace(object, zero, { type, nobodys: NOBODYS, without: scope.without ?? FieldSet.empty });
}

interface Rules {
  readonly type: StructuralType;
  /** What nobody owns from here on; what lies below its members may be owned. */
  readonly nobodys: FieldSet;
  /** What is left out from here on, with everything below. */
  readonly without: FieldSet;
}

function fieldsOfPlace(value: JsonValue, zero: JsonValue | undefined, rules: Rules): JsonObject | undefined {
  const { type, nobodys, without } = rules;
  if (value === zero || without.member) return undefined;
  if (type.kind === 'granular' || type.kind === 'deduced') {
    const [fields, zeros] = [fieldsOf(value), fieldsOf(zero)];
    if (hasFields(fields) || hasFields(zeros)) {
      const owned = (zero === undefined || isForeign(value)) && !nobodys.member;
      return fieldsOfStruct(fields, zeros, { type, nobodys, without, owned });
    }
  } else if (type.kind !== 'leaf' && isJsonArray(value) && value.length > 0) {
    return fieldsOfItems(value, type, zero === undefined && !nobodys.member);
  }
  return nobodys.member || (zero !== undefined && deepEqual(zero, value)) ? undefined : NOTHING;
}

/** A value that has no fields where a struct belongs counts as changed. */
function isForeign(value: JsonValue): boolean {
  return value !== null && !isJsonObject(value);
}

function fieldsOfStruct(
  fields: JsonObject,
  zeros: JsonObject,
  rules: Rules & { readonly type: GranularType | DeducedType; readonly owned: boolean },
): JsonObject | undefined {
  // Every key has a prefix, so that none can be `__proto__`.
  const written: Record<string, JsonValue> = {};
  if (rules.owned) written[SELF] = NOTHING;
  let any = rules.owned;
  for (const name of inOrder(Object.keys(fields))) {
    const value = fields[name];
    if (value === undefined) continue;
    const element = fieldElement(name);
    const inside = fieldsOfPlace(value, ownValue(zeros, name), {
      type: typeOfField(rules.type, name),
      nobodys: rules.nobodys.child(element),
      without: rules.without.child(element),
    });
    if (inside === undefined) continue;
    written[element] = inside;
    any = true;
  }
  return any ? unlessAlone(written) : undefined;
}

function fieldsOfItems(items: readonly JsonValue[], type: ItemizedType, owned: boolean): JsonObject {
  const written: Record<string, JsonValue> = {};
  if (owned) written[SELF] = NOTHING;
  const groups = groupItems(type, items);
  for (const element of [...groups.keys()].sort(comparePathElements)) {
    const [item = null, ...repeated] = groups.get(element) ?? [];
    // The parts of an item that is there twice could not be told apart.
    const inside = repeated.length > 0 ? LEAF : typeOfItem(type);
    written[element] = fieldsOfPlace(item, undefined, { ...UNRULED, type: inside }) ?? NOTHING;
  }
  return written;
}

/** Sorts in place. There are few, and a general sort takes room each time. */
function inOrder(names: string[]): readonly string[] {
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

const UNRULED = { nobodys: FieldSet.empty, without: FieldSet.empty };

/** A member without children has no dot. */
function unlessAlone(written: JsonObject): JsonObject {
  for (const key in written) if (key !== SELF) return written;
  return NOTHING;
}
