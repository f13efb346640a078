import {
  canonicalQuantity,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  QuantityError,
} from '@kubemin/kubeapi';
import type { FieldSchema, ObjectSchema, ScalarSchema, ValueSchema } from '@kubemin/kubeapi/schema';

/** Deeper than any real object, shallow enough for the stack. */
const MAX_DEPTH = 200;

/** Thrown when a value does not have the shape of its type; the message names the field. */
export class ShapeError extends Error {}

/**
 * The value as its type has it, always a copy: unknown fields and nulls are dropped, quantities written canonically,
 * optional zero values left out and required ones filled in, as a server that decodes into structs would do. What
 * comes out can be used as the TypeScript type generated from the same schema.
 */
export function conform(value: unknown, schema: ObjectSchema): JsonObject {
  return objectOf(value, schema, { path: '', depth: 0 });
}

/** A copy of JSON of any shape, refusing what is not JSON or nested beyond reason. */
export function copyJson(value: unknown): JsonValue {
  return anyOf(value, { path: '', depth: 0 });
}

interface Place {
  readonly path: string;
  readonly depth: number;
}

type Decoder = (value: unknown, place: Place) => JsonValue;

const SCALARS: Readonly<Record<ScalarSchema['kind'], Decoder>> = {
  string: text,
  bytes: text,
  time: text,
  microTime: text,
  bool: (value, place) => (typeof value === 'boolean' ? value : mismatch(value, place, 'bool')),
  int32: (value, place) => integer(value, place, 'int32'),
  int64: (value, place) => integer(value, place, 'int64'),
  double: (value, place) => (typeof value === 'number' ? value : mismatch(value, place, 'float64')),
  quantity,
  intOrString: (value, place) => (typeof value === 'string' ? value : integer(value, place, 'intstr.IntOrString')),
  any: anyOf,
};

function decodeValue(value: unknown, schema: ValueSchema, place: Place): JsonValue {
  switch (schema.kind) {
    case 'object':
      return objectOf(value, schema, place);
    case 'list':
      return listOf(value, schema.items, place);
    case 'map':
      return mapOf(value, schema.values, place);
    default:
      return SCALARS[schema.kind](value, place);
  }
}

function objectOf(value: unknown, schema: ObjectSchema, place: Place): JsonObject {
  if (!isJsonObject(value)) return mismatch(value, place, shortName(schema.name));
  if (place.depth > MAX_DEPTH) return tooDeep(place);
  const entries: [string, JsonValue][] = [];
  for (const [name, field] of schema.fields) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    const kept =
      given === undefined || given === null ? undefined : decodeValue(given, field.value, inside(place, name));
    if (kept !== undefined && !isDroppedZero(kept, field)) entries.push([name, kept]);
    else if (field.required) entries.push(...requiredZero(name, field, kept, inside(place, name)));
  }
  return Object.fromEntries(entries);
}

function listOf(value: unknown, items: ValueSchema, place: Place): JsonValue {
  if (!isJsonArray(value)) return mismatch(value, place, 'list');
  return value.map((item, index) => decodeValue(item ?? zeroOf(items), items, inside(place, `[${index}]`)));
}

function mapOf(value: unknown, values: ValueSchema, place: Place): JsonValue {
  if (!isJsonObject(value)) return mismatch(value, place, 'map');
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, decodeValue(item ?? zeroOf(values), values, inside(place, key))]),
  );
}

function anyOf(value: unknown, place: Place): JsonValue {
  if (place.depth > MAX_DEPTH) return tooDeep(place);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : mismatch(value, place, 'number');
  if (isJsonArray(value)) return value.map((item, index) => anyOf(item, inside(place, `[${index}]`)));
  if (!isJsonObject(value)) return mismatch(value, place, 'JSON value');
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([key, item]) => [key, anyOf(item, inside(place, key))]),
  );
}

/** Go leaves out optional zero values it cannot tell from absent ones; whole structs it always writes. */
function isDroppedZero(value: JsonValue, field: FieldSchema): boolean {
  if (field.required || field.value.kind === 'object' || field.value.kind === 'any') return false;
  if (Array.isArray(value)) return value.length === 0;
  if (isJsonObject(value)) return Object.keys(value).length === 0;
  return !field.pointer && (value === '' || value === 0 || value === false);
}

function requiredZero(
  name: string,
  field: FieldSchema,
  kept: JsonValue | undefined,
  place: Place,
): [string, JsonValue][] {
  const zero = kept ?? zeroOf(field.value);
  return zero === undefined ? [] : [[name, decodeValue(zero, field.value, place)]];
}

const ZEROS: Readonly<Partial<Record<ValueSchema['kind'], JsonValue>>> = {
  object: {},
  list: [],
  map: {},
  string: '',
  bytes: '',
  bool: false,
  int32: 0,
  int64: 0,
  double: 0,
  quantity: '0',
  intOrString: 0,
};

/** Undefined where absent and zero are not the same: times, JSON of any shape. */
function zeroOf(schema: ValueSchema): JsonValue | undefined {
  return ZEROS[schema.kind];
}

function text(value: unknown, place: Place): string {
  return typeof value === 'string' ? value : mismatch(value, place, 'string');
}

function integer(value: unknown, place: Place, type: string): number {
  return typeof value === 'number' && Number.isInteger(value) ? value : mismatch(value, place, type);
}

function quantity(value: unknown, place: Place): string {
  if (typeof value !== 'string' && typeof value !== 'number') return mismatch(value, place, 'resource.Quantity');
  try {
    return canonicalQuantity(value);
  } catch (error) {
    if (error instanceof QuantityError) throw new ShapeError(`${place.path}: ${error.message}`);
    throw error;
  }
}

function inside(place: Place, step: string): Place {
  const path = step.startsWith('[') || place.path === '' ? `${place.path}${step}` : `${place.path}.${step}`;
  return { path, depth: place.depth + 1 };
}

function mismatch(value: unknown, place: Place, type: string): never {
  const given = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  throw new ShapeError(`json: cannot unmarshal ${given} into Go struct field ${place.path} of type ${type}`);
}

function tooDeep(place: Place): never {
  throw new ShapeError(`exceeded max depth at ${place.path.slice(0, 100)}`);
}

function shortName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
