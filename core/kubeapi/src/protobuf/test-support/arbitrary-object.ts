import fc from 'fast-check';
import type { JsonValue } from '../../object/object.ts';
import type { FieldSchema, ObjectSchema, ScalarKind, ScalarSchema, Schema, ValueSchema } from '../../object/schema.ts';

type Json = fc.Arbitrary<JsonValue>;

const DEPTH = 5;
const text = fc.string({ unit: 'grapheme', maxLength: 8 });
const json: Json = fc
  .jsonValue({ maxDepth: 2 })
  .map((value): JsonValue => JSON.parse(JSON.stringify(value)))
  .filter((value) => value !== null);

const SCALARS: Readonly<Record<Exclude<ScalarKind, 'any'>, Json>> = {
  string: text,
  bytes: fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  int32: fc.integer(),
  int64: fc.maxSafeInteger(),
  double: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  bool: fc.boolean(),
  quantity: fc.constantFrom('0', '1500m', '3', '1Gi'),
  intOrString: fc.oneof(fc.integer(), text),
  time: fc.integer({ min: -60_000_000_000, max: 250_000_000_000 }).map((seconds) => `${toSecond(seconds)}Z`),
  microTime: fc
    .tuple(fc.integer({ min: 0, max: 4_000_000_000 }), fc.integer({ min: 0, max: 999_999 }))
    .map(([seconds, micros]) => `${toSecond(seconds)}.${String(micros).padStart(6, '0')}Z`),
};

/** Any object of a kind, as Go writes it in JSON: no optional zero values, and every struct that is not a pointer. */
export function arbitraryObject(schema: Schema, type: ObjectSchema): Json {
  const made = new Map<string, Json>();
  return makeObject(type, DEPTH);

  function makeObject(type: ObjectSchema, depth: number): Json {
    const key = `${type.name} ${depth}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const entries = [...type.fields].filter(([, field]) => field.protobufNumber !== undefined);
    const optional: Record<string, Json> = {};
    const always: Record<string, Json> = {};
    for (const [name, field] of entries) {
      if (isAlways(field)) always[name] = makeField(field, depth);
      else if (depth > 0) optional[name] = makeField(field, depth);
    }
    // A few of many: with all of them, objects would fill the memory.
    const object: Json = fc
      .subarray(Object.entries(optional), { maxLength: Math.min(Object.keys(optional).length, 2 * depth) })
      .chain((some) => fc.record({ ...always, ...Object.fromEntries(some) }));
    made.set(key, object);
    return object;
  }

  function makeField(field: FieldSchema, depth: number): Json {
    const value = makeValue(field.value, depth, field.required);
    if (field.required || field.pointer) return value;
    const { kind } = field.value;
    return kind === 'object' || kind === 'quantity' || kind === 'any' ? value : value.filter((given) => !isZero(given));
  }

  function makeValue(value: ValueSchema, depth: number, mayBeEmpty: boolean): Json {
    const limits = { minLength: mayBeEmpty ? 0 : 1, maxLength: depth > 0 ? 2 : 0 };
    switch (value.kind) {
      case 'object':
        return makeObject(value, Math.max(0, depth - 1));
      case 'list':
        return fc.array(makeValue(value.items, Math.max(0, depth - 1), true), limits);
      case 'map':
        return fc.dictionary(
          text.filter((key) => key !== '__proto__'),
          makeValue(value.values, Math.max(0, depth - 1), true),
          { minKeys: limits.minLength, maxKeys: limits.maxLength, noNullPrototype: true },
        );
      default:
        return makeScalar(value, depth);
    }
  }

  function makeScalar(value: ScalarSchema, depth: number): Json {
    if (value.kind !== 'any') return SCALARS[value.kind];
    const name = (value.name ?? '').replace(/.*\./, '');
    if (name === 'CustomResourceSubresourceStatus' || name === 'Patch') return fc.constant({});
    if (!name.startsWith('JSONSchemaPropsOr')) return json;
    const props = schemaProps(depth);
    if (name.endsWith('Bool')) return fc.oneof(fc.boolean(), props);
    const items: Json = name.endsWith('StringArray') ? text : props;
    return fc.oneof(props, fc.array(items, { minLength: 1, maxLength: 2 }));
  }

  function schemaProps(depth: number): Json {
    const props = schema.types.get('io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps');
    return props?.kind === 'object' && depth > 0 ? makeObject(props, depth - 1) : fc.constant({});
  }
}

/** What decoding always gives: required fields, and structs that are not pointers. */
function isAlways({ required, pointer, value }: FieldSchema): boolean {
  if (value.kind === 'object') return !pointer;
  return required && !pointer && value.kind !== 'time' && value.kind !== 'microTime' && value.kind !== 'any';
}

function isZero(value: JsonValue): boolean {
  return value === '' || value === 0 || value === false;
}

function toSecond(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19);
}
