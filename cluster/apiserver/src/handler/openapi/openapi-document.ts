import { formatApiVersion, isJsonObject, type JsonObject, type SubresourceInfo } from '@kubemin/kubeapi';
import type { ObjectSchema, ScalarSchema, Schema } from '@kubemin/kubeapi/schema';
import { ComponentSchemas } from './component-schemas.ts';
import type { PublishedType } from './published-type.ts';
import { type TypeSchemas, typePaths } from './type-paths.ts';

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';

export interface OpenApiDocumentOptions {
  /** All of one group and version. */
  readonly types: readonly PublishedType[];
  readonly schema: Schema;
  /** Of the server, such as v1.35.0. */
  readonly version: string;
}

/** The OpenAPI 3 document of one group and version: its paths, and every schema these lead to. */
export function openApiDocument({ types, schema, version }: OpenApiDocumentOptions): JsonObject {
  const components = new ComponentSchemas();
  const paths = types.flatMap((type) => Object.entries(typePaths(type, typeSchemas(type, schema, components))));
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version },
    paths: Object.fromEntries(paths.sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      schemas: components.all(),
      securitySchemes: {
        BearerToken: { type: 'apiKey', description: 'Bearer token', name: 'authorization', in: 'header' },
      },
    },
  };
}

function typeSchemas(type: PublishedType, schema: Schema, components: ComponentSchemas): TypeSchemas {
  const object = objectSchema(type, schema, components);
  return {
    object,
    list: type.verbs.includes('list') ? listSchema(type, schema, components) : object,
    deleteOptions: components.reference(named(schema, `${META}.DeleteOptions`)),
    patch: components.reference(named(schema, `${META}.Patch`)),
    status: components.reference(named(schema, `${META}.Status`)),
    subresource: (info) => subresourceSchema(type, info, { schema, components, object }),
  };
}

function objectSchema(type: PublishedType, schema: Schema, components: ComponentSchemas): JsonObject {
  if (type.schema.kind === 'builtin') return components.reference(type.schema.type);
  const { properties, ...rest } = type.schema.schema;
  const { group, version, kind } = type;
  return components.add(customName(type, kind), {
    ...rest,
    type: 'object',
    properties: {
      ...(isJsonObject(properties) ? properties : {}),
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { allOf: [components.reference(named(schema, `${META}.ObjectMeta`))] },
    },
    'x-kubernetes-group-version-kind': [{ group, kind, version }],
  });
}

function listSchema(type: PublishedType, schema: Schema, components: ComponentSchemas): JsonObject {
  const known = schema.ofKind(formatApiVersion(type), `${type.kind}List`);
  return known === undefined ? customList(type, schema, components) : components.reference(known);
}

function customList(type: PublishedType, schema: Schema, components: ComponentSchemas): JsonObject {
  const { group, version } = type;
  const kind = `${type.kind}List`;
  return components.add(customName(type, kind), {
    type: 'object',
    required: ['items'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { allOf: [components.reference(named(schema, `${META}.ListMeta`))] },
      items: { type: 'array', items: { $ref: `#/components/schemas/${customName(type, type.kind)}` } },
    },
    'x-kubernetes-group-version-kind': [{ group, kind, version }],
  });
}

interface Known {
  readonly schema: Schema;
  readonly components: ComponentSchemas;
  readonly object: JsonObject;
}

function subresourceSchema(type: PublishedType, info: SubresourceInfo, known: Known): JsonObject | undefined {
  if (formatApiVersion(info) === formatApiVersion(type) && info.kind === type.kind) return known.object;
  const found = known.schema.ofKind(formatApiVersion(info), info.kind);
  return found && known.components.reference(found);
}

/** `com.example.stable.v1.CronTab`. */
function customName({ group, version }: PublishedType, kind: string): string {
  return [...group.split('.').reverse(), version, kind].join('.');
}

function named(schema: Schema, name: string): ObjectSchema | ScalarSchema {
  const type = schema.types.get(name);
  if (type === undefined) throw new Error(`the schema table lacks ${name}`);
  return type;
}
