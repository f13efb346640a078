import type { JSONSchemaProps } from '@kubemin/kubeapi/types/apiextensions.v1';

/** A schema as OpenAPI 3.1 has it. */
export type OpenApiSchema = Readonly<Record<string, unknown>>;

const COPIED_KEYWORDS = [
  ...['format', 'title', 'description', 'default', 'pattern', 'multipleOf', 'minLength', 'maxLength', 'required'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
] as const;

/** Converts the schema of a definition, which is OpenAPI 3.0 with extensions, to OpenAPI 3.1. */
export function openApiSchema(schema: JSONSchemaProps): OpenApiSchema {
  const { properties, items, additionalProperties } = schema;
  return {
    ...openApiType(schema),
    ...Object.fromEntries(COPIED_KEYWORDS.flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]]]))),
    ...openApiBound('minimum', 'exclusiveMinimum', schema),
    ...openApiBound('maximum', 'exclusiveMaximum', schema),
    ...(properties && { properties: openApiSchemas(properties) }),
    ...(isSchema(items) && { items: openApiSchema(items) }),
    ...(isSchema(additionalProperties) && { additionalProperties: openApiSchema(additionalProperties) }),
  };
}

/** The schemas of fields by name. */
export function openApiSchemas(
  fields: Readonly<Record<string, JSONSchemaProps>>,
): Readonly<Record<string, OpenApiSchema>> {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, openApiSchema(schema)]));
}

function openApiType(schema: JSONSchemaProps): OpenApiSchema {
  const { type, nullable = false, enum: values } = schema;
  if (schema['x-kubernetes-int-or-string'] === true) {
    return { type: nullable ? ['integer', 'string', 'null'] : ['integer', 'string'] };
  }
  return {
    ...(type !== undefined && { type: nullable ? [type, 'null'] : type }),
    ...(values && { enum: nullable && !values.includes(null) ? [...values, null] : values }),
  };
}

function openApiBound(
  inclusive: 'minimum' | 'maximum',
  exclusive: 'exclusiveMinimum' | 'exclusiveMaximum',
  schema: JSONSchemaProps,
): OpenApiSchema {
  const limit = schema[inclusive];
  if (limit === undefined) return {};
  return schema[exclusive] === true ? { [exclusive]: limit } : { [inclusive]: limit };
}

function isSchema(value: JSONSchemaProps['items'] | boolean): value is JSONSchemaProps {
  return typeof value === 'object' && !Array.isArray(value);
}
