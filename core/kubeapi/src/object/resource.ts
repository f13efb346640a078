import type { KubeObject } from './object.ts';

export type Verb = 'create' | 'delete' | 'deletecollection' | 'get' | 'list' | 'patch' | 'update' | 'watch';

export interface SubresourceInfo {
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly verbs: readonly string[];
}

/** One resource of the API: the row behind discovery, URLs and storage keys. */
export interface ResourceInfo {
  /** '' for the core group. */
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly string[];
  readonly subresources: readonly SubresourceInfo[];
}

declare const objectType: unique symbol;

/** A ResourceInfo that knows the TypeScript type of its objects. The type lives at compile time only. */
export interface ResourceType<T extends KubeObject = KubeObject> extends ResourceInfo {
  readonly [objectType]?: T;
}

export function defineResource<T extends KubeObject>(info: ResourceInfo): ResourceType<T> {
  return info;
}

/** A resource of objects in namespaces that another program defined: every verb of one object, no subresources. */
export function defineCustomResource<T extends KubeObject>(
  info: Pick<ResourceInfo, 'group' | 'version' | 'kind' | 'plural'>,
): ResourceType<T> {
  return defineResource<T>({
    ...info,
    singular: info.kind.toLowerCase(),
    namespaced: true,
    shortNames: [],
    categories: [],
    verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
    subresources: [],
  });
}

/** 'v1' for core, 'apps/v1' otherwise: what stands in an object's apiVersion. */
export function formatApiVersion(info: Pick<ResourceInfo, 'group' | 'version'>): string {
  return info.group === '' ? info.version : `${info.group}/${info.version}`;
}

/** 'pods', 'deployments.apps': how Kubernetes names a resource in messages. */
export function qualifiedName(info: Pick<ResourceInfo, 'group' | 'plural'>): string {
  return info.group === '' ? info.plural : `${info.plural}.${info.group}`;
}

/** The URL path of a collection, an object in it, or a subresource of that. */
export function resourcePath(
  info: Pick<ResourceInfo, 'group' | 'version' | 'plural' | 'namespaced'>,
  at: {
    readonly namespace?: string | undefined;
    readonly name?: string | undefined;
    readonly subresource?: string | undefined;
  } = {},
): string {
  const parts = info.group === '' ? ['api', info.version] : ['apis', info.group, info.version];
  if (info.namespaced && at.namespace !== undefined) parts.push('namespaces', at.namespace);
  parts.push(info.plural);
  if (at.name !== undefined) parts.push(at.name);
  if (at.subresource !== undefined) parts.push(at.subresource);
  return `/${parts.map(encodeURIComponent).join('/')}`;
}
