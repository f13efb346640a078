import * as z from 'zod';
import type { Schema } from '../contract/index.ts';

/** A JSON Schema (2020-12), or any other JSON object of the API description. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Which side of a schema is described: what may be sent to it, or what comes out of it. */
export type Direction = 'input' | 'output';

/** The names some schemas go by. */
export type SchemaRegistry = z.core.$ZodRegistry<{ id?: string | undefined }>;

/** A schema in JSON, and those it refers to by name as `#/$defs/Name`. */
export interface ConvertedSchema {
  readonly root: JsonObject;
  readonly definitions: Readonly<Record<string, JsonObject>>;
}

/** Makes the registry that conversion asks for names. */
export function schemaRegistry(names: ReadonlyMap<Schema, string>): SchemaRegistry {
  const registry: SchemaRegistry = z.registry();
  for (const [schema, id] of names) registry.add(schema, { id });
  return registry;
}

/** Converts a schema of the contract; schemas that have a name are referred to, also where the root is one. */
export function convertSchema(
  schema: Schema,
  { names, io }: { readonly names: SchemaRegistry; readonly io: Direction },
): ConvertedSchema {
  // Inside an object, as a root that has a name would not be referred to by it.
  const { properties, $defs }: JsonObject = z.toJSONSchema(z.object({ root: schema }), {
    io,
    metadata: names,
    unrepresentable: 'any',
    override: ({ jsonSchema, zodSchema }) => simplifySchema(jsonSchema, zodSchema),
  });
  return {
    root: objectIn(properties, 'root'),
    definitions: Object.fromEntries(Object.keys($defs ?? {}).map((name) => [name, objectIn($defs, name)])),
  };
}

/** The object at a key of an object, or an empty one. */
export function objectIn(value: unknown, key: string): JsonObject {
  const inner = isObject(value) ? value[key] : undefined;
  return isObject(inner) ? inner : {};
}

/** Whether a value is an object with keys. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A JSON value with every reference to a definition turned into what `target` makes of its name. */
export function redirectReferences(value: unknown, target: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => redirectReferences(item, target));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const name = key === '$ref' && typeof inner === 'string' ? /^#\/\$defs\/(.*)$/.exec(inner)?.[1] : undefined;
      return [key, name === undefined ? redirectReferences(inner, target) : target(name)];
    }),
  );
}

function simplifySchema(json: z.core.JSONSchema.BaseSchema, schema: z.core.$ZodType): void {
  // The pattern of a date is long, and adds nothing to its format.
  if (json.format === 'date-time') delete json.pattern;
  // To us it means "not changed after parsing", in an API description "never sent".
  delete json.readOnly;
  // These hold for every JSON number and every key.
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (JSON.stringify(json.propertyNames) === '{"type":"string"}') delete json.propertyNames;
  const description = z.globalRegistry.get(schema)?.description;
  if (description !== undefined) json.description = description;
}
