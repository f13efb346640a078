import {
  formatJsonPath,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  MAX_JSON_DEPTH,
} from '@kubemin/kubeapi';
import type { FieldSchema, ObjectSchema, ValueSchema } from '@kubemin/kubeapi/schema';
import { SCALAR_READERS, ScalarError } from './scalar-shape.ts';

const SCALARS: Readonly<Record<Exclude<ValueSchema['kind'], 'object' | 'list' | 'map'>, string>> = {
  string: 'string',
  bytes: '[]uint8',
  int32: 'int32',
  int64: 'int64',
  double: 'float64',
  bool: 'bool',
  quantity: 'resource.Quantity',
  intOrString: 'intstr.IntOrString',
  time: 'v1.Time',
  microTime: 'v1.MicroTime',
  any: 'json.RawMessage',
};

/** The name of a type in Kubernetes' own decode errors, which clients know. */
function goType(schema: ValueSchema): string {
  switch (schema.kind) {
    case 'object':
      return schema.name.split('.').slice(-2).join('.');
    case 'list':
      return `[]${goType(schema.items)}`;
    case 'map':
      return `map[string]${goType(schema.values)}`;
    default:
      return SCALARS[schema.kind];
  }
}

/** What a decode error calls a value that does not fit. */
function goValue(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (value === null) return 'null';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

/** More unknown fields than these are not named. */
const MAX_UNKNOWN = 100;

/** Thrown when a value does not have the shape of its type; the message names the field. */
export class ShapeError extends Error {}

/** A value in the shape of its type, and the paths of what had no place in it. */
export interface Shaped {
  readonly value: JsonObject;
  readonly unknown: readonly string[];
}

/**
 * The value as its type has it, a copy: unknown fields and nulls are dropped, quantities and times written
 * canonically, optional zero values left out and required ones filled in, as a server that decodes into structs would
 * do. What comes out can be used as the TypeScript type generated from the same schema.
 * Parts that are identical in `earlier`, a frozen earlier result, are neither checked again nor copied.
 */
export function conform(value: unknown, schema: ObjectSchema, earlier?: unknown): Shaped {
  const shaper = new Shaper();
  return shaper.placing(() => ({ value: shaper.object(value, schema, earlier), unknown: shaper.unknown }));
}

/** A copy of JSON of any shape, refusing what is not JSON or nested beyond reason. */
export function copyJson(value: unknown): JsonValue {
  const shaper = new Shaper();
  return shaper.placing(() => shaper.any(value));
}

/** The value does not fit the type; who catches it knows where. */
class Misfit extends Error {
  readonly given: unknown;
  readonly type: string;

  constructor(given: unknown, type: string) {
    super();
    this.given = given;
    this.type = type;
  }
}

class TooDeep extends Error {}

/** Whether a part was taken over unchanged: only for objects, as equal scalars do not prove it. */
function isShared(given: JsonValue | undefined, earlier: JsonValue | undefined): boolean {
  return typeof given === 'object' && given !== null && given === earlier;
}

/** One walk over one value. After a failure `#path` is still the place of the error: a shaper is used once. */
class Shaper {
  readonly unknown: string[] = [];
  readonly #path: (string | number)[] = [];
  readonly #structs: string[] = [];

  placing<T>(walk: () => T): T {
    try {
      return walk();
    } catch (error) {
      throw this.#placed(error);
    }
  }

  object(value: unknown, schema: ObjectSchema, earlier?: unknown): JsonObject {
    if (!isJsonObject(value)) throw new Misfit(value, goType(schema));
    this.#checkDepth();
    const before = isJsonObject(earlier) ? earlier : undefined;
    this.#structs.push(schema.name);
    const shaped: Record<string, JsonValue> = {};
    let known = 0;
    for (const [name, field] of schema.fields) {
      const has = Object.hasOwn(value, name);
      if (has) known += 1;
      const given = has ? value[name] : undefined;
      const kept = isShared(given, before?.[name]) ? given : this.#field(name, field, given, before?.[name]);
      if (kept !== undefined) shaped[name] = kept;
    }
    if (Object.keys(value).length > known) this.#noteUnknown(value, schema);
    this.#structs.pop();
    return shaped;
  }

  any(value: unknown): JsonValue {
    this.#checkDepth();
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    if (isJsonArray(value)) return value.map((item, index) => this.#inside(index, () => this.any(item)));
    if (!isJsonObject(value)) throw new Misfit(value, 'JSON value');
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => [key, this.#inside(key, () => this.any(item))]),
    );
  }

  #field(name: string, field: FieldSchema, given: unknown, earlier: unknown): JsonValue | undefined {
    if (given === undefined || given === null) return field.required ? this.#zero(name, field) : undefined;
    this.#path.push(name);
    const kept =
      field.value.kind === 'object' ? this.object(given, field.value, earlier) : this.#value(given, field.value);
    this.#path.pop();
    return isDroppedZero(kept, field) ? undefined : kept;
  }

  #zero(name: string, field: FieldSchema): JsonValue | undefined {
    const zero = zeroValue(field.value);
    return zero === undefined ? undefined : this.#inside(name, () => this.#value(zero, field.value));
  }

  #value(value: unknown, schema: ValueSchema): JsonValue {
    switch (schema.kind) {
      case 'object':
        return this.object(value, schema);
      case 'list':
        return this.#list(value, schema.items, schema);
      case 'map':
        return this.#map(value, schema.values, schema);
      case 'any':
        return this.any(value);
      default: {
        const read = SCALAR_READERS[schema.kind](value);
        if (read === undefined) throw new Misfit(value, goType(schema));
        return read;
      }
    }
  }

  #list(value: unknown, items: ValueSchema, schema: ValueSchema): JsonValue {
    if (!isJsonArray(value)) throw new Misfit(value, goType(schema));
    return value.map((item, index) => this.#inside(index, () => this.#value(item ?? zeroValue(items), items)));
  }

  #map(value: unknown, values: ValueSchema, schema: ValueSchema): JsonValue {
    if (!isJsonObject(value)) throw new Misfit(value, goType(schema));
    const copy: Record<string, JsonValue> = {};
    for (const key of Object.keys(value)) {
      this.#path.push(key);
      setOwn(copy, key, this.#value(value[key] ?? zeroValue(values), values));
      this.#path.pop();
    }
    return copy;
  }

  #inside<T>(step: string | number, walk: () => T): T {
    this.#path.push(step);
    const result = walk();
    this.#path.pop();
    return result;
  }

  #noteUnknown(value: JsonObject, schema: ObjectSchema): void {
    for (const key of Object.keys(value)) {
      if (schema.fields.has(key) || value[key] === undefined || this.unknown.length >= MAX_UNKNOWN) continue;
      this.unknown.push(formatJsonPath([...this.#path, key]));
    }
  }

  #checkDepth(): void {
    if (this.#path.length > MAX_JSON_DEPTH) throw new TooDeep();
  }

  #placed(error: unknown): unknown {
    const path = formatJsonPath(this.#path);
    if (error instanceof TooDeep) return new ShapeError(`exceeded max depth at ${path.slice(0, 100)}`);
    if (error instanceof ScalarError) return new ShapeError(`${path}: ${error.message}`);
    if (!(error instanceof Misfit)) return error;
    const struct = this.#structs.at(-1)?.split('.').at(-1);
    const given = typeof error.given === 'number' ? numberText(error) : goValue(error.given);
    const field = [struct, path].filter(Boolean).join('.');
    const into = path === '' ? 'Go value' : `Go struct field ${field}`;
    return new ShapeError(`json: cannot unmarshal ${given} into ${into} of type ${error.type}`);
  }
}

/** Assigning to `__proto__` would set the prototype; Object.fromEntries would not, at twice the price. */
function setOwn(object: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}

/** Of a number that is only too large or not whole, the error shows the number. */
function numberText({ given, type }: Misfit): string {
  return /int|float/.test(type) ? `number ${String(given)}` : 'number';
}

/** Go omits optional zero values, which it cannot distinguish from absent ones; structs are always written. */
function isDroppedZero(value: JsonValue, field: FieldSchema): boolean {
  if (field.required || field.value.kind === 'object' || field.value.kind === 'any') return false;
  if (Array.isArray(value)) return value.length === 0;
  if (isJsonObject(value)) return Object.keys(value).length === 0;
  return !field.pointer && (value === '' || value === 0 || value === false);
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
function zeroValue(schema: ValueSchema): JsonValue | undefined {
  return ZEROS[schema.kind];
}
