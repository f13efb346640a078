import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../object/index.ts';
import type { ItemizedType } from './list-items.ts';
import type { DeducedType, GranularType, StructuralType } from './structural-type.ts';

/** How a type takes values apart: into fields, into items, or not at all. */
export type Branch =
  | { readonly kind: 'fields'; readonly type: GranularType | DeducedType }
  | { readonly kind: 'items'; readonly type: ItemizedType }
  | { readonly kind: 'none' };

const NONE: Branch = { kind: 'none' };

/** How the type takes its values apart. */
export function typeBranch(type: StructuralType): Branch {
  switch (type.kind) {
    case 'granular':
    case 'deduced':
      return { kind: 'fields', type };
    case 'set':
    case 'keyed':
      return { kind: 'items', type };
    case 'leaf':
      return NONE;
  }
}

const NO_FIELDS: JsonObject = {};
const NO_ITEMS: readonly JsonValue[] = [];

/** The fields of a value that should have some; none when it is absent, null or of another shape. */
export function objectFields(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : NO_FIELDS;
}

/** The items of a value that should have some; none when it is absent, null or of another shape. */
export function listItems(value: JsonValue | undefined): readonly JsonValue[] {
  return isJsonArray(value) ? value : NO_ITEMS;
}

/** Whether there is something inside that is owned apart from the value itself. */
export function hasParts(branch: Branch, value: JsonValue | undefined): boolean {
  if (branch.kind === 'fields') return hasFields(objectFields(value));
  return branch.kind === 'items' && listItems(value).length > 0;
}

/** Without making a list of the names: this is asked of every value in every comparison. */
export function hasFields(object: JsonObject): boolean {
  for (const name in object) if (Object.hasOwn(object, name)) return true;
  return false;
}
