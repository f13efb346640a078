import { TerminalError } from '@kubemin/base';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@kubemin/kubeapi';
import type { JSONSchemaProps } from '@kubemin/kubeapi/types/apiextensions.v1';
import { z } from 'zod';

/** Checks that a definition can hold as they are. */
const PLAIN_KEYS: ReadonlySet<string> = new Set([
  ...['type', 'format', 'title', 'description', 'default', 'example', 'enum', 'required', 'nullable', 'pattern'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
  ...['x-kubernetes-validations', 'x-kubernetes-list-type', 'x-kubernetes-list-map-keys', 'x-kubernetes-map-type'],
  ...['x-kubernetes-int-or-string', 'x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource'],
]);

/** Kinds of schema that say something no server can check, and what to write instead. */
const REFUSED_KINDS: Readonly<Record<string, string>> = {
  bigint: 'use z.int(), or z.string() with a pattern for larger numbers',
  custom: 'express the rule with checks such as regex() or min(), or as x-kubernetes-validations in meta()',
  date: 'use z.iso.datetime(): JSON has no dates',
  file: 'use z.string() with the content in base64',
  function: 'leave it out: objects are data',
  intersection: 'use extend() to make one object of the two',
  lazy: 'use z.record(z.string(), z.unknown()): the schema of a definition must end somewhere',
  map: 'use z.record()',
  nan: 'use z.number()',
  pipe: 'leave the transformation to the controller: the server only checks',
  promise: 'use the schema of what is promised',
  set: 'use z.array()',
  symbol: 'use z.string()',
  transform: 'leave the transformation to the controller: the server only checks',
  tuple: 'use an object with a name for each place, or z.array()',
  undefined: 'use optional()',
  void: 'use optional()',
};

const COMBINED =
  'declare one object whose fields are optional, and put the rule into x-kubernetes-validations in meta()';

/** The schema as a definition holds it. Throws RESOURCE_SCHEMA_UNSUPPORTED, naming the field, for what it cannot say. */
export function structuralSchema(schema: z.ZodObject, at: 'spec' | 'status'): JSONSchemaProps {
  const generated: unknown = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, path }) => {
      const { type } = zodSchema._zod.def;
      const instead = REFUSED_KINDS[type];
      if (instead !== undefined) throw unsupported(fieldOf(at, path), `a schema of kind ${type}`, instead);
    },
  });
  // Through text: what is checked and stored is JSON, whatever else a schema's metadata may carry.
  const json: unknown = JSON.parse(JSON.stringify(generated));
  return node(isJsonObject(json) ? json : {}, at);
}

function node(raw: JsonObject, at: string): JSONSchemaProps {
  if (Object.keys(raw).length === 0) return { 'x-kubernetes-preserve-unknown-fields': true };
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(raw)) Object.assign(out, part(key, value, raw, at));
  return out;
}

/** What one keyword of the generated schema becomes. */
function part(key: string, value: JsonValue, raw: JsonObject, at: string): JSONSchemaProps | Record<string, JsonValue> {
  if (key === 'properties' && isJsonObject(value)) return { properties: eachNode(value, at) };
  if (key === 'items' && isJsonObject(value)) return { items: node(value, `${at}[]`) };
  if (key === 'additionalProperties') return openness(value, at);
  if (key === 'anyOf' && isIntOrString(value)) return { 'x-kubernetes-int-or-string': true };
  if (key === '$schema' || key === 'id') return {};
  // The server knows the format better than any pattern does.
  if (key === 'pattern' && raw.format === 'date-time') return {};
  // Every integer of zod is a safe one; a definition that said so would only be harder to read.
  if (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) return {};
  if (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) return {};
  if (PLAIN_KEYS.has(key)) return { [key]: value };
  throw unsupported(at, `"${key}"`, COMBINED);
}

function eachNode(properties: JsonObject, at: string): Readonly<Record<string, JSONSchemaProps>> {
  const entries = Object.entries(properties);
  return Object.fromEntries(entries.map(([name, raw]) => [name, isJsonObject(raw) ? node(raw, `${at}.${name}`) : {}]));
}

/** Pruning is the server's, so "nothing else" needs no saying; "anything else" does. */
function openness(value: JsonValue, at: string): JSONSchemaProps {
  if (value === false) return {};
  if (!isJsonObject(value) || Object.keys(value).length === 0) return { 'x-kubernetes-preserve-unknown-fields': true };
  return { additionalProperties: node(value, `${at}.*`) };
}

function isIntOrString(value: JsonValue): boolean {
  if (!isJsonArray(value) || value.length !== 2) return false;
  const types = value.map((item) => (isJsonObject(item) ? item.type : undefined));
  return types.includes('string') && types.includes('integer');
}

function fieldOf(at: string, path: readonly (string | number)[]): string {
  const shown = path.filter((step, index) => step !== 'properties' || path[index - 1] === 'properties');
  return [at, ...shown.map((step) => (step === 'items' ? '[]' : step === 'additionalProperties' ? '*' : step))].join(
    '.',
  );
}

function unsupported(field: string, what: string, instead: string): TerminalError {
  return new TerminalError(`${field}: a custom resource cannot be declared with ${what}; ${instead}`, {
    code: 'RESOURCE_SCHEMA_UNSUPPORTED',
  });
}
