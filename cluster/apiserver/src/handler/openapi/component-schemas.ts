import type { JsonObject, JsonValue } from '@kubemin/kubeapi';
import type { FieldSchema, ObjectSchema, ScalarSchema, ValueSchema } from '@kubemin/kubeapi/schema';

/** An object or part of one, as it is being written. */
export type OpenApiNode = Record<string, JsonValue>;

const SCALARS: Readonly<Record<ScalarSchema['kind'], JsonObject>> = {
  string: { type: 'string' },
  bytes: { type: 'string', format: 'byte' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  double: { type: 'number', format: 'double' },
  bool: { type: 'boolean' },
  quantity: { oneOf: [{ type: 'string' }, { type: 'number' }] },
  intOrString: {
    format: 'int-or-string',
    oneOf: [{ type: 'integer' }, { type: 'string' }],
    'x-kubernetes-int-or-string': true,
  },
  time: { type: 'string', format: 'date-time' },
  microTime: { type: 'string', format: 'date-time' },
  any: {},
};

/** JSON of any shape which is an object all the same. */
const FREE_OBJECTS = ['RawExtension', 'FieldsV1', 'Patch', 'CustomResourceSubresourceStatus'];

/** Collects the schemas of one document: every type that is named, and whatever those types name. */
export class ComponentSchemas {
  readonly #written = new Map<string, JsonObject>();

  /** A reference to a type, whose schema will be in the document. */
  reference(type: ObjectSchema | ScalarSchema): JsonObject {
    const { name } = type;
    if (name === undefined) return SCALARS[type.kind === 'object' ? 'any' : type.kind];
    if (!this.#written.has(name)) {
      // Held first: types may contain themselves.
      this.#written.set(name, {});
      this.#written.set(name, type.kind === 'object' ? this.#object(type) : scalarType(name, type));
    }
    return referenceTo(name);
  }

  /** Adds a schema that stands in no table. */
  add(name: string, schema: JsonObject): JsonObject {
    this.#written.set(name, schema);
    return referenceTo(name);
  }

  /** By name, in order, so that the same types give the same bytes. */
  all(): JsonObject {
    return Object.fromEntries([...this.#written].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #object(type: ObjectSchema): JsonObject {
    const fields = [...type.fields];
    const required = fields.filter(([, field]) => field.required).map(([name]) => name);
    return {
      type: 'object',
      ...(fields.length > 0 && {
        properties: Object.fromEntries(fields.map(([name, field]) => [name, this.#field(field)])),
      }),
      ...(required.length > 0 && { required }),
      ...(type.atomic && { 'x-kubernetes-map-type': 'atomic' }),
      ...(type.kinds.length > 0 && { 'x-kubernetes-group-version-kind': type.kinds.map(groupVersionKindExtension) }),
    };
  }

  #field(field: FieldSchema): JsonObject {
    const value = this.#value(field.value);
    const more: OpenApiNode = {
      ...(field.default !== undefined && { default: field.default }),
      ...(field.listType !== undefined && { 'x-kubernetes-list-type': field.listType }),
      ...(field.listMapKeys !== undefined && { 'x-kubernetes-list-map-keys': field.listMapKeys }),
      ...(field.mapType !== undefined && { 'x-kubernetes-map-type': field.mapType }),
      ...(field.patch !== undefined && { 'x-kubernetes-patch-strategy': field.patch.join(',') }),
      ...(field.mergeKey !== undefined && { 'x-kubernetes-patch-merge-key': field.mergeKey }),
    };
    // Beside a $ref nothing else counts.
    return '$ref' in value ? { allOf: [value], ...more } : { ...value, ...more };
  }

  #value(value: ValueSchema): JsonObject {
    if (value.kind === 'list') return { type: 'array', items: this.#value(value.items) };
    if (value.kind === 'map') return { type: 'object', additionalProperties: this.#value(value.values) };
    return this.reference(value);
  }
}

/** `{group, version, kind}` of `group/version/Kind`. */
export function groupVersionKindExtension(text: string): JsonObject {
  const [group = '', version = '', kind = ''] = text.split('/');
  return { group, kind, version };
}

function referenceTo(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

function scalarType(name: string, { kind }: ScalarSchema): JsonObject {
  const isObject = FREE_OBJECTS.some((free) => name.endsWith(`.${free}`));
  return isObject ? { type: 'object' } : SCALARS[kind];
}
