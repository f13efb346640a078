import type { JsonObject, JsonValue } from '@kubemin/kubeapi';
import type { ValueRule } from '../rules/value-rule.ts';

export type SchemaType = 'array' | 'boolean' | 'integer' | 'number' | 'object' | 'string';

export const SCHEMA_TYPES: readonly SchemaType[] = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

export type ListType = 'atomic' | 'set' | 'map';

export type MapType = 'atomic' | 'granular';

/**
 * What a custom resource may look like at one place, read from an OpenAPI v3 schema. The schemas inside allOf, anyOf,
 * oneOf and not are of this form, too, but only validate values: they never type, default or keep anything.
 */
export interface StructuralSchema {
  readonly type: SchemaType | undefined;
  readonly nullable: boolean;
  readonly default: JsonValue | undefined;
  readonly properties: ReadonlyMap<string, StructuralSchema>;
  readonly additionalProperties: StructuralSchema | boolean | undefined;
  readonly items: StructuralSchema | undefined;
  readonly preserveUnknownFields: boolean;
  readonly embeddedResource: boolean;
  readonly intOrString: boolean;
  readonly listType: ListType | undefined;
  readonly listMapKeys: readonly string[];
  readonly mapType: MapType | undefined;
  /** What the value itself must hold: bounds, lengths, patterns, … */
  readonly rules: readonly ValueRule[];
  readonly allOf: readonly StructuralSchema[];
  readonly anyOf: readonly StructuralSchema[];
  readonly oneOf: readonly StructuralSchema[];
  readonly not: StructuralSchema | undefined;
  /** `x-kubernetes-validations`, as written: kept for an evaluator of CEL, which this server does not have yet. */
  readonly celRules: readonly JsonObject[];
}

/** Validates nothing and keeps nothing: where nothing is specified. */
export const EMPTY_SCHEMA: StructuralSchema = {
  type: undefined,
  nullable: false,
  default: undefined,
  properties: new Map(),
  additionalProperties: undefined,
  items: undefined,
  preserveUnknownFields: false,
  embeddedResource: false,
  intOrString: false,
  listType: undefined,
  listMapKeys: [],
  mapType: undefined,
  rules: [],
  allOf: [],
  anyOf: [],
  oneOf: [],
  not: undefined,
  celRules: [],
};

/** Keeps everything as it is: for definitions whose schema cannot be used. */
export const PERMISSIVE_SCHEMA: StructuralSchema = { ...EMPTY_SCHEMA, type: 'object', preserveUnknownFields: true };

/** What every object has at its root, whatever its schema is. */
export const OBJECT_FIELDS: readonly string[] = ['apiVersion', 'kind', 'metadata'];

/** The schema of a field of an object: its own, else that of all further fields. */
export function fieldSchema(schema: StructuralSchema, name: string): StructuralSchema | undefined {
  const own = schema.properties.get(name);
  if (own !== undefined) return own;
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
}
