import type { ApiMethod } from '@kubemin/kubeapi';
import type { ResourceTable } from './resource-table.ts';
import type { ServedResource } from './served-resource.ts';

/** What is done to a resource, as authorization and discovery name it. */
export type RequestVerb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';

/** A URL about objects of one resource. */
export interface ResourceRoute {
  readonly kind: 'resource';
  readonly resource: ServedResource;
  readonly verb: RequestVerb;
  /** Undefined for cluster-scoped resources and for requests across all namespaces. */
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
  /** For a proxy subresource: the path at the target, unchanged. */
  readonly rest?: string;
}

/** A path that is not about objects: discovery, health, version. */
export interface PathRoute {
  readonly kind: 'path';
  readonly path: string;
}

/** What a URL is about. */
export type Route = ResourceRoute | PathRoute;

/** The part of a request that decides where it goes. */
export interface RouteRequest {
  readonly method: ApiMethod;
  readonly path: string;
  readonly query: URLSearchParams;
}

const PROXIED = /^(\/api\/v1\/(?:nodes\/[^/]+|namespaces\/[^/]+\/(?:pods|services)\/[^/]+)\/proxy)(\/.*)?$/;
const NO_QUERY = new URLSearchParams();

/** Whether what is behind a proxy is meant. */
export function isProxyPath(path: string): boolean {
  return path.includes('/proxy') && PROXIED.test(path);
}

/** What a URL is about; a path that names no known resource stays a path. */
export function parseRoute(resources: ResourceTable, request: RouteRequest): Route {
  const [, own, rest = '/'] = (isProxyPath(request.path) && PROXIED.exec(request.path)) || [];
  if (own === undefined) return ownRoute(resources, request);
  // Neither the rest of the path nor the query is for this server.
  const route = ownRoute(resources, { ...request, path: own, query: NO_QUERY });
  return route.kind === 'resource' ? { ...route, rest } : route;
}

function ownRoute(resources: ResourceTable, request: RouteRequest): Route {
  const path: Route = { kind: 'path', path: request.path };
  const segments = pathSegments(request.path);
  if (segments === undefined) return path;
  const [root, ...rest] = segments;
  if (root === 'api') return resourceRoute(resources, request, ['', ...rest]) ?? path;
  if (root === 'apis') return resourceRoute(resources, request, rest) ?? path;
  return path;
}

function resourceRoute(
  resources: ResourceTable,
  request: RouteRequest,
  [group, version, ...rest]: readonly string[],
): ResourceRoute | undefined {
  if (group === undefined || version === undefined || rest.length === 0) return undefined;
  return (
    namespacedRoute(resources, request, { group, version, rest }) ??
    plainRoute(resources, request, { group, version, rest })
  );
}

interface Rest {
  readonly group: string;
  readonly version: string;
  readonly rest: readonly string[];
}

/** `namespaces/NS/RESOURCE[/NAME[/SUB]]`; `namespaces/NS/status` is not one of these. */
function namespacedRoute(resources: ResourceTable, request: RouteRequest, at: Rest): ResourceRoute | undefined {
  const [marker, namespace, plural, name, subresource, ...more] = at.rest;
  if (marker !== 'namespaces' || namespace === undefined || plural === undefined || more.length > 0) return undefined;
  const resource = resources.find({ group: at.group, version: at.version, plural });
  if (resource === undefined || !resource.info.namespaced) return undefined;
  return { kind: 'resource', resource, verb: requestVerb(request, name), namespace, name, subresource };
}

function plainRoute(resources: ResourceTable, request: RouteRequest, at: Rest): ResourceRoute | undefined {
  const [plural = '', name, subresource, ...more] = at.rest;
  const resource = resources.find({ group: at.group, version: at.version, plural });
  if (resource === undefined || more.length > 0) return undefined;
  // Objects of namespaced resources are only reachable inside their namespace.
  if (resource.info.namespaced && name !== undefined) return undefined;
  return { kind: 'resource', resource, verb: requestVerb(request, name), namespace: undefined, name, subresource };
}

/** What is done to a collection, or to one object of it. */
export function requestVerb(
  { method, query }: Pick<RouteRequest, 'method' | 'query'>,
  name: string | undefined,
): RequestVerb {
  switch (method) {
    case 'HEAD':
    case 'OPTIONS':
      return 'get';
    case 'GET':
      if (isTrue(query.get('watch'))) return 'watch';
      return name === undefined ? 'list' : 'get';
    case 'POST':
      return 'create';
    case 'PUT':
      return 'update';
    case 'PATCH':
      return 'patch';
    case 'DELETE':
      return name === undefined ? 'deletecollection' : 'delete';
  }
}

/** Query flags: `watch`, `watch=1` and `watch=true` all mean yes. */
export function isTrue(value: string | null): boolean {
  return value !== null && value !== 'false' && value !== '0';
}

/** Undefined for what cannot be a path of ours: bad escapes, slashes hidden in segments, dots. */
function pathSegments(path: string): readonly string[] | undefined {
  const segments = path.slice(path.startsWith('/') ? 1 : 0, path.endsWith('/') ? -1 : undefined).split('/');
  const names = path.includes('%') ? segments.map(decoded) : segments;
  return names.some(isHidden) ? undefined : names;
}

function isHidden(segment: string): boolean {
  return segment === '' || segment === '.' || segment === '..' || segment.includes('/');
}

/** Empty for a bad escape. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}
