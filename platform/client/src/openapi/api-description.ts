import { API_PREFIX, errorBodySchema, type Route, routes, schemaNames } from '../contract/index.ts';
import { errorExamples } from './error-responses.ts';
import type { JsonObject } from './json-schema.ts';
import { operationDescription, routeTag } from './operation-description.ts';
import { SchemaComponents } from './schema-components.ts';

/** The REST API in the words of OpenAPI 3.1. */
export interface ApiDescription {
  readonly openapi: string;
  readonly info: JsonObject;
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly JsonObject[];
  readonly tags: readonly { readonly name: string }[];
  /** Operations by path and method. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
  readonly components: Readonly<Record<string, JsonObject>>;
}

export interface ApiDescriptionOptions {
  /** The JSON Schema of application documents: which types and traits there are depends on the server. */
  readonly document: JsonObject;
}

/** Describes the contract: everything in it comes from the table of routes. */
export function describeApi({ document }: ApiDescriptionOptions): ApiDescription {
  const shelf = new SchemaComponents(schemaNames());
  const parts = {
    shelf,
    document: shelf.placeForeign('ApplicationDocument', document),
    errorBody: shelf.place(errorBodySchema, { name: 'ErrorBody', io: 'output' }),
  };
  const table: readonly [string, Route][] = Object.entries(routes);
  const byPath = Map.groupBy(table, ([, route]) => route.path.replace(/:([a-zA-Z]+)/g, '{$1}'));
  const paths = [...byPath].map(([path, entries]) => {
    const operations = entries.map(([name, route]) => {
      return [route.method.toLowerCase(), shelf.finish(operationDescription(name, route, parts))] as const;
    });
    return [path, Object.fromEntries(operations)] as const;
  });
  return {
    openapi: '3.1.1',
    info: {
      title: 'KubeMin',
      version: '1',
      description:
        'Applications and their delivery to Kubernetes. Every response that is no success has one shape: match on ' +
        '`error`, show `message`, and list `problems` where there are any.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: API_PREFIX }],
    security: [{ bearer: [] }],
    tags: [...new Set(table.map(([, route]) => routeTag(route)))].sort().map((name) => ({ name })),
    paths: Object.fromEntries(paths),
    components: {
      schemas: shelf.schemas(),
      examples: errorExamples(),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'An API token.' } },
    },
  };
}
