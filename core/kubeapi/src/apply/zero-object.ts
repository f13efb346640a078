import type { FieldSchema, JsonObject, JsonValue, ObjectSchema, ValueSchema } from '../object/index.ts';

const ZEROS: Readonly<Partial<Record<ValueSchema['kind'], JsonValue>>> = {
  string: '',
  bytes: '',
  bool: false,
  int32: 0,
  int64: 0,
  double: 0,
};

/**
 * A struct with no field set, as Go writes it: what a new object is compared with, so that no manager comes to own the
 * mere presence of structs that every object of the type has.
 */
export function zeroObject(schema: ObjectSchema): JsonObject {
  return struct(schema, new Set());
}

function struct(schema: ObjectSchema, inside: ReadonlySet<ObjectSchema>): JsonObject {
  const entries: [string, JsonValue][] = [];
  for (const [name, field] of schema.fields) {
    const zero = zeroField(field, new Set([...inside, schema]));
    if (zero !== undefined) entries.push([name, zero]);
  }
  return Object.fromEntries(entries);
}

function zeroField(
  { value, pointer, required }: FieldSchema,
  inside: ReadonlySet<ObjectSchema>,
): JsonValue | undefined {
  if (value.kind === 'object' && !pointer) return inside.has(value) ? {} : struct(value, inside);
  return required ? (pointer ? null : (ZEROS[value.kind] ?? null)) : undefined;
}
