import { isRecord } from '@kubemin/base';
import { field } from '@kubemin/model';
import * as z from 'zod';

type Json = Readonly<Record<string, unknown>>;

/**
 * A schema of this process for a JSON Schema. It has what the model derives spellings, forms and references from; of
 * constraints it has the common ones. What it does not understand it accepts: the plug-in's own schema decides.
 */
export function schemaFromJson(json: Json): z.ZodType {
  const bare = bareSchema(json);
  const described = typeof json.description === 'string' ? bare.describe(json.description) : bare;
  const whole = json.default === undefined ? described : described.default(json.default);
  const { kubemin } = json;
  return isRecord(kubemin) ? field(whole, kubemin) : whole;
}

/** The same for a JSON Schema of an object. */
export function objectSchemaFromJson(json: Json): z.ZodObject {
  const properties = isRecord(json.properties) ? json.properties : {};
  const required = Array.isArray(json.required) ? json.required : [];
  const shape = Object.entries(properties).map(([name, property]): [string, z.ZodType] => {
    const schema = isRecord(property) ? schemaFromJson(property) : z.unknown();
    return [name, required.includes(name) || schema instanceof z.ZodDefault ? schema : schema.optional()];
  });
  return z.object(Object.fromEntries(shape));
}

function bareSchema(json: Json): z.ZodType {
  const values = Array.isArray(json.enum) ? json.enum : json.const === undefined ? [] : [json.const];
  const texts = values.filter((value) => typeof value === 'string');
  if (texts.length > 0 && texts.length === values.length) return z.enum(texts);
  switch (json.type) {
    case 'string':
      return stringSchema(json);
    case 'integer':
      return bounded(z.number().int(), json);
    case 'number':
      return bounded(z.number(), json);
    case 'boolean':
      return z.boolean();
    case 'array': {
      const list = z.array(isRecord(json.items) ? schemaFromJson(json.items) : z.unknown());
      const least = typeof json.minItems === 'number' ? list.min(json.minItems) : list;
      return typeof json.maxItems === 'number' ? least.max(json.maxItems) : least;
    }
    case 'object':
      if (isRecord(json.properties)) return objectSchemaFromJson(json);
      return z.record(
        z.string(),
        isRecord(json.additionalProperties) ? schemaFromJson(json.additionalProperties) : z.unknown(),
      );
    default:
      return z.unknown();
  }
}

function stringSchema({ minLength, maxLength }: Json): z.ZodString {
  const least = typeof minLength === 'number' ? z.string().min(minLength) : z.string();
  // Patterns are not read: one that takes for ever would block this process. The plug-in's own thread applies them.
  return typeof maxLength === 'number' ? least.max(maxLength) : least;
}

function bounded(schema: z.ZodNumber, { minimum, maximum }: Json): z.ZodNumber {
  const least = typeof minimum === 'number' ? schema.min(minimum) : schema;
  return typeof maximum === 'number' ? least.max(maximum) : least;
}
