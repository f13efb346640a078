import { ACTION_NAMES } from './action-routes.ts';
import { MAX_PAGE_SIZE } from './list-query.ts';
import { COMMON_SCHEMAS, resourceSchemas, schemaRef } from './openapi-components.ts';
import type { OpenApiSchema } from './openapi-schema.ts';
import type { ServedResource } from './served-resource.ts';

type Part = Readonly<Record<string, unknown>>;

/** The OpenAPI document of the extension API, generated from the declarations of the resources. */
export function openApiDocument(served: readonly ServedResource[], prefix: string): Part {
  const schemas = Object.assign({}, COMMON_SCHEMAS, ...served.map(resourceSchemas));
  return {
    openapi: '3.1.0',
    info: { title: 'Extension API', version: 'v1', description: 'Declared resources as classic REST.' },
    security: [{ token: [] }],
    paths: Object.assign({}, ...served.map((each) => resourcePaths(each, prefix))),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'The token used with the cluster.' } },
      schemas,
    },
  };
}

const TEXT = { schema: { type: 'string' } };

const LIST_PARAMETERS = [
  { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } },
  { name: 'pageSize', in: 'query', schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: 20 } },
  { name: 'labelSelector', in: 'query', description: 'In the syntax of kubectl: app=shop,tier!=cache', ...TEXT },
  {
    name: 'filter',
    in: 'query',
    description: 'FIELD OPERATOR VALUE, several with commas: phase=Failed,count>3',
    ...TEXT,
  },
  {
    name: 'sort',
    in: 'query',
    description: 'Fields separated by commas; a minus sorts descending: -createdAt,name',
    ...TEXT,
  },
];

function resourcePaths({ resource, machine }: ServedResource, prefix: string): Part {
  const { plural, version, kind, namespaced } = resource;
  const place = namespaced ? '{namespace}' : '-';
  const collection = `/${prefix}/${plural}/${version}/${place}`;
  const object = `${collection}/{name}`;
  const namespace = {
    name: 'namespace',
    in: 'path',
    required: true,
    description: 'In lists, a minus selects all namespaces.',
    ...TEXT,
  };
  const name = { name: 'name', in: 'path', required: true, ...TEXT };
  const above = namespaced ? [namespace] : [];
  const at = { parameters: [...above, name] };
  const operation = (verb: string, what: Part): Part => ({ operationId: `${verb}${kind}`, tags: [plural], ...what });
  return {
    [collection]: {
      ...(above.length > 0 && { parameters: above }),
      get: operation('list', { parameters: LIST_PARAMETERS, ...jsonResponse(200, schemaRef(`${kind}Page`)) }),
      post: operation('create', { ...jsonRequestBody(`${kind}Input`), ...jsonResponse(201, schemaRef(kind)) }),
    },
    [object]: {
      ...at,
      get: operation('get', jsonResponse(200, schemaRef(kind))),
      put: operation('update', { ...jsonRequestBody(`${kind}Input`), ...jsonResponse(200, schemaRef(kind)) }),
      patch: operation('patch', { ...jsonRequestBody(`${kind}Patch`), ...jsonResponse(200, schemaRef(kind)) }),
      delete: operation('delete', jsonResponse(204)),
    },
    ...(machine && phasePaths(object, at, operation, kind)),
  };
}

function phasePaths(
  object: string,
  at: { readonly parameters: readonly Part[] },
  operation: (verb: string, what: Part) => Part,
  kind: string,
): Part {
  const actions = ACTION_NAMES.map((action) => [
    `${object}/${action}`,
    { ...at, post: operation(action, jsonResponse(200, schemaRef(kind))) },
  ]);
  const list = { type: 'array', items: schemaRef('PhaseSummary') };
  const phases = { type: 'object', properties: { phase: { type: 'string' }, items: list }, required: ['items'] };
  const phase = { name: 'phase', in: 'path', required: true, ...TEXT };
  const diagram = { description: 'The phases as a Mermaid diagram.', content: { 'text/vnd.mermaid': TEXT } };
  return {
    ...Object.fromEntries(actions),
    [`${object}/phases`]: { ...at, get: operation('phasesOf', jsonResponse(200, phases)) },
    [`${object}/phases.mmd`]: { ...at, get: operation('diagramOf', { responses: { 200: diagram, default: PROBLEM } }) },
    [`${object}/phases/{phase}`]: {
      parameters: [...at.parameters, phase],
      get: operation('phaseOf', jsonResponse(200, schemaRef('PhaseDetail'))),
    },
  };
}

const PROBLEM = {
  description: 'The error.',
  content: { 'application/problem+json': { schema: schemaRef('Problem') } },
};

function jsonResponse(status: number, schema?: OpenApiSchema): Part {
  const content = schema && { content: { 'application/json': { schema } } };
  return { responses: { [status]: { description: 'Done.', ...content }, default: PROBLEM } };
}

function jsonRequestBody(name: string): Part {
  return { requestBody: { required: true, content: { 'application/json': { schema: schemaRef(name) } } } };
}
