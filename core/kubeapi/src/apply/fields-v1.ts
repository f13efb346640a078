import { isJsonObject, type JsonObject, type JsonValue } from '../object/index.ts';
import { FieldSet } from './field-set.ts';
import { type PathElement, parsePathElement } from './path-element.ts';

/** The key under which a place itself is a member. */
export const SELF = '.';
/** A member without children. */
export const NOTHING: JsonObject = Object.freeze({});
/** No object that can be stored nests deeper; hostile input does. */
const MAX_DEPTH = 250;

/** Thrown for a `fieldsV1` that does not describe a set of fields. */
export class FieldsV1Error extends Error {}

/** Writes a set as Kubernetes does: a member without children is `{}`, one with children has a `.`. */
export function encodeFieldsV1(set: FieldSet): JsonObject {
  // Every key has a prefix, so that none can be `__proto__`.
  const fields: Record<string, JsonValue> = {};
  if (set.member) fields[SELF] = NOTHING;
  for (const [element, child] of set.sortedChildren()) {
    fields[element] = child.children.size === 0 ? NOTHING : encodeFieldsV1(child);
  }
  return fields;
}

/** Reads a set. Elements of unknown kinds are left out, as a newer server may have written them. */
export function decodeFieldsV1(value: unknown): FieldSet {
  try {
    return decode(value, 0);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new FieldsV1Error(error.message, { cause: error });
  }
}

function decode(value: unknown, depth: number): FieldSet {
  if (!isJsonObject(value)) throw new FieldsV1Error(`fieldsV1 holds ${JSON.stringify(value)} where an object belongs`);
  if (depth > MAX_DEPTH) throw new FieldsV1Error(`fieldsV1 nests more than ${MAX_DEPTH} levels deep`);
  let member = false;
  const children = new Map<PathElement, FieldSet>();
  for (const [key, inner] of Object.entries(value)) {
    if (key === SELF) {
      member = true;
      continue;
    }
    const element = parsePathElement(key);
    if (element === undefined) continue;
    const child = decode(inner, depth + 1);
    // Two spellings of one element may meet here.
    const known = children.get(element) ?? FieldSet.empty;
    children.set(element, known.union(child.isEmpty ? FieldSet.leaf : child));
  }
  return FieldSet.of(member, children);
}
