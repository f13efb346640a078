import { type JsonObject, resourcePath, type SubresourceInfo } from '@kubemin/kubeapi';
import type { OpenApiNode } from './component-schemas.ts';
import { type Action, type OperationOptions, operation } from './operations.ts';
import { pathParameters } from './parameters.ts';
import type { PublishedType } from './published-type.ts';

/** References to the schemas that operations of a type speak about. */
export interface TypeSchemas {
  readonly object: JsonObject;
  readonly list: JsonObject;
  readonly deleteOptions: JsonObject;
  readonly patch: JsonObject;
  readonly status: JsonObject;
  /** The kind behind a subresource; undefined when it is not one that can be shown. */
  subresource(info: SubresourceInfo): JsonObject | undefined;
}

/** The verbs of a subresource and what they are in OpenAPI. */
const SUBRESOURCE_ACTIONS: readonly (readonly [verb: string, method: string, action: Action, word: string])[] = [
  ['get', 'get', 'get', 'read'],
  ['create', 'post', 'post', 'create'],
  ['update', 'put', 'put', 'replace'],
  ['patch', 'patch', 'patch', 'patch'],
];

/** All paths of a type and its subresources, with their operations. */
export function typePaths(type: PublishedType, schemas: TypeSchemas): JsonObject {
  const namespaced = type.scope === 'Namespaced';
  const at = { ...type, namespaced };
  const namespace = namespaced ? '{namespace}' : undefined;
  const collection = literal(resourcePath(at, { namespace }));
  const item = literal(resourcePath(at, { namespace, name: '{name}' }));
  const across = namespaced ? { [literal(resourcePath(at))]: acrossNamespaces(type, schemas) } : {};
  const subresources = type.subresources.flatMap((info): [string, JsonObject][] => {
    const operations = subresourceOperations(type, info, schemas);
    const path = `${item}/${info.name}`;
    return operations === undefined ? [] : [[path, { ...operations, ...shared(type, { namespaced, named: true }) }]];
  });
  return {
    ...withOperations(collection, collectionOperations(type, schemas), shared(type, { namespaced, named: false })),
    ...withOperations(item, itemOperations(type, schemas), shared(type, { namespaced, named: true })),
    ...across,
    ...Object.fromEntries(subresources),
  };
}

function collectionOperations(type: PublishedType, schemas: TypeSchemas): JsonObject {
  const { object, list, deleteOptions, status } = schemas;
  const scoped = scopedKind(type);
  return operations(type, [
    ['list', 'get', { ...start(type, 'list', `list${prefix(type)}${scoped}`), response: list }],
    ['create', 'post', { ...start(type, 'post', `create${prefix(type)}${scoped}`), body: object, response: object }],
    [
      'deletecollection',
      'delete',
      {
        ...start(type, 'deletecollection', `delete${prefix(type)}Collection${scoped}`),
        body: deleteOptions,
        response: status,
      },
    ],
  ]);
}

function itemOperations(type: PublishedType, schemas: TypeSchemas): JsonObject {
  const { object, deleteOptions, patch, status } = schemas;
  const scoped = `${prefix(type)}${scopedKind(type)}`;
  return operations(type, [
    ['get', 'get', { ...start(type, 'get', `read${scoped}`), response: object }],
    ['update', 'put', { ...start(type, 'put', `replace${scoped}`), body: object, response: object }],
    ['patch', 'patch', { ...start(type, 'patch', `patch${scoped}`), body: patch, response: object }],
    ['delete', 'delete', { ...start(type, 'delete', `delete${scoped}`), body: deleteOptions, response: status }],
  ]);
}

function acrossNamespaces(type: PublishedType, { list }: TypeSchemas): JsonObject {
  const id = `list${prefix(type)}${type.kind}ForAllNamespaces`;
  return {
    ...operations(type, [['list', 'get', { ...start(type, 'list', id), response: list }]]),
    ...shared(type, { namespaced: false, named: false }),
  };
}

function subresourceOperations(
  type: PublishedType,
  info: SubresourceInfo,
  schemas: TypeSchemas,
): JsonObject | undefined {
  const object = schemas.subresource(info);
  if (object === undefined) return undefined;
  const { group, version, kind } = info;
  const scoped = `${prefix(type)}${scopedKind(type)}${capitalized(info.name)}`;
  const entries = SUBRESOURCE_ACTIONS.filter(([verb]) => info.verbs.includes(verb)).map(
    ([, method, action, word]): [string, JsonObject] => {
      const body = action === 'patch' ? schemas.patch : object;
      const options = {
        ...start(type, action, `${word}${scoped}`),
        groupVersionKind: { group, kind, version },
        response: object,
      };
      return [method, operation(action === 'get' ? options : { ...options, body })];
    },
  );
  return Object.fromEntries(entries);
}

function operations(
  type: PublishedType,
  possible: readonly (readonly [verb: string, method: string, options: OperationOptions])[],
): JsonObject {
  return Object.fromEntries(
    possible.filter(([verb]) => type.verbs.includes(verb)).map(([, method, options]) => [method, operation(options)]),
  );
}

function start(type: PublishedType, action: Action, id: string): Omit<OperationOptions, 'response'> {
  const { group, version, kind, schema } = type;
  return {
    action,
    id,
    tag: `${uncapitalized(groupName(group))}_${version}`,
    groupVersionKind: { group, kind, version },
    isCustom: schema.kind === 'custom',
  };
}

function withOperations(path: string, found: JsonObject, parameters: JsonObject): JsonObject {
  return Object.keys(found).length === 0 ? {} : { [path]: { ...found, ...parameters } };
}

function shared(type: PublishedType, at: { readonly namespaced: boolean; readonly named: boolean }): OpenApiNode {
  return { parameters: pathParameters({ namespaced: at.namespaced, named: at.named ? type.kind : undefined }) };
}

function scopedKind({ scope, kind }: PublishedType): string {
  return scope === 'Namespaced' ? `Namespaced${kind}` : kind;
}

function prefix({ group, version }: PublishedType): string {
  return `${groupName(group)}${capitalized(version)}`;
}

/** `RbacAuthorization` of rbac.authorization.k8s.io. */
function groupName(group: string): string {
  if (group === '') return 'Core';
  return group
    .replace(/\.k8s\.io$/, '')
    .split(/[^A-Za-z0-9]+/)
    .map(capitalized)
    .join('');
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

function uncapitalized(word: string): string {
  return word.slice(0, 1).toLowerCase() + word.slice(1);
}

/** The braces of a path template are no characters to escape. */
function literal(path: string): string {
  return path.replaceAll('%7B', '{').replaceAll('%7D', '}');
}
