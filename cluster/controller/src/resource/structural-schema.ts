import { ProgrammingError, type TerminalError } from '@kubemin/base';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@kubemin/kubeapi';
import type { JSONSchemaProps } from '@kubemin/kubeapi/types/apiextensions.v1';
import { z } from 'zod';

/** Keywords that a definition supports unchanged. */
const PLAIN_KEYS: ReadonlySet<string> = new Set([
  ...['type', 'format', 'title', 'description', 'default', 'example', 'enum', 'required', 'nullable', 'pattern'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
  ...['x-kubernetes-validations', 'x-kubernetes-list-type', 'x-kubernetes-list-map-keys', 'x-kubernetes-map-type'],
  ...['x-kubernetes-int-or-string', 'x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource'],
]);

/** Kinds of schema that a server cannot validate, and what to use instead. */
const REFUSED_KINDS: Readonly<Record<string, string>> = {
  bigint: 'use z.int(), or z.string() with a pattern for larger numbers',
  custom: 'express the rule with checks such as regex() or min(), or as x-kubernetes-validations in meta()',
  date: 'use z.iso.datetime(): JSON has no dates',
  file: 'use z.string() with the content in base64',
  function: 'remove it: objects are data',
  intersection: 'use extend() to combine the two objects',
  lazy: 'use z.record(z.string(), z.unknown()): the schema of a definition must not be recursive',
  map: 'use z.record()',
  nan: 'use z.number()',
  pipe: 'transform in the controller: the server only validates',
  promise: 'use the schema of the resolved value',
  set: 'use z.array()',
  symbol: 'use z.string()',
  transform: 'transform in the controller: the server only validates',
  tuple: 'use an object with named fields, or z.array()',
  undefined: 'use optional()',
  void: 'use optional()',
};

const COMBINED =
  'declare one object whose fields are optional, and put the rule into x-kubernetes-validations in meta()';

/** Converts a schema to that of a definition. Throws RESOURCE_SCHEMA_UNSUPPORTED with the field for unsupported kinds. */
export function structuralSchema(schema: z.ZodObject, at: 'spec' | 'status'): JSONSchemaProps {
  const generated: unknown = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, path }) => {
      const { type } = zodSchema._zod.def;
      const instead = REFUSED_KINDS[type];
      if (instead !== undefined) throw unsupportedError(fieldPath(at, path), `a schema of kind ${type}`, instead);
    },
  });
  // Through JSON text: metadata of a schema may contain values that are not JSON.
  const json: unknown = JSON.parse(JSON.stringify(generated));
  return convertNode(isJsonObject(json) ? json : {}, at);
}

function convertNode(raw: JsonObject, at: string): JSONSchemaProps {
  if (Object.keys(raw).length === 0) return { 'x-kubernetes-preserve-unknown-fields': true };
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(raw)) Object.assign(out, convertKeyword(key, value, raw, at));
  return out;
}

/** Converts one keyword of the generated schema. */
function convertKeyword(
  key: string,
  value: JsonValue,
  raw: JsonObject,
  at: string,
): JSONSchemaProps | Record<string, JsonValue> {
  if (key === 'properties' && isJsonObject(value)) return { properties: convertProperties(value, at) };
  if (key === 'items' && isJsonObject(value)) return { items: convertNode(value, `${at}[]`) };
  if (key === 'additionalProperties') return convertAdditionalProperties(value, at);
  if (key === 'anyOf' && isIntOrString(value)) return { 'x-kubernetes-int-or-string': true };
  if (key === '$schema' || key === 'id') return {};
  // The server validates the format; the pattern of zod is redundant.
  if (key === 'pattern' && raw.format === 'date-time') return {};
  // zod limits every integer to safe integers; repeating that makes definitions harder to read.
  if (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) return {};
  if (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) return {};
  if (PLAIN_KEYS.has(key)) return { [key]: value };
  throw unsupportedError(at, `"${key}"`, COMBINED);
}

function convertProperties(properties: JsonObject, at: string): Readonly<Record<string, JSONSchemaProps>> {
  const entries = Object.entries(properties);
  return Object.fromEntries(
    entries.map(([name, raw]) => [name, isJsonObject(raw) ? convertNode(raw, `${at}.${name}`) : {}]),
  );
}

/** The server prunes unknown fields, so `false` is the default; only open objects need a keyword. */
function convertAdditionalProperties(value: JsonValue, at: string): JSONSchemaProps {
  if (value === false) return {};
  if (!isJsonObject(value) || Object.keys(value).length === 0) return { 'x-kubernetes-preserve-unknown-fields': true };
  return { additionalProperties: convertNode(value, `${at}.*`) };
}

function isIntOrString(value: JsonValue): boolean {
  if (!isJsonArray(value) || value.length !== 2) return false;
  const types = value.map((item) => (isJsonObject(item) ? item.type : undefined));
  return types.includes('string') && types.includes('integer');
}

function fieldPath(at: string, path: readonly (string | number)[]): string {
  const shown = path.filter((step, index) => step !== 'properties' || path[index - 1] === 'properties');
  return [at, ...shown.map((step) => (step === 'items' ? '[]' : step === 'additionalProperties' ? '*' : step))].join(
    '.',
  );
}

function unsupportedError(field: string, what: string, instead: string): TerminalError {
  return new ProgrammingError(
    `${field}: a custom resource cannot be declared with ${what}; ${instead}`,
    'RESOURCE_SCHEMA_UNSUPPORTED',
  );
}
