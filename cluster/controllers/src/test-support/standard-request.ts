import type { ApiMethod, ApiRequest, ResourceInfo } from '@kubemin/kubeapi';
import { resources } from '@kubemin/kubeapi/resources';

/** What a request asks of a resource. */
interface RequestedPath {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly namespaced: boolean;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
}

const LIST = ['labelSelector', 'fieldSelector', 'limit', 'continue', 'resourceVersion', 'resourceVersionMatch'];
const WATCH = [...LIST, 'watch', 'allowWatchBookmarks', 'sendInitialEvents', 'timeoutSeconds'];
const WRITE = ['dryRun', 'fieldManager', 'fieldValidation'];

/** The query parameters that Kubernetes documents for each verb. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  get: [],
  list: [...LIST, 'timeoutSeconds'],
  watch: WATCH,
  create: WRITE,
  update: WRITE,
  patch: [...WRITE, 'force'],
  delete: ['dryRun', 'gracePeriodSeconds', 'propagationPolicy'],
  deletecollection: [...LIST, 'dryRun', 'gracePeriodSeconds', 'propagationPolicy'],
};

const JSON_ONLY: readonly string[] = ['application/json'];
const PATCHES: readonly string[] = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/apply-patch+yaml',
];
const STRATEGIC = 'application/strategic-merge-patch+json';

const ACCEPTED = /^application\/(json|vnd\.kubernetes\.protobuf)(;(g|v|as|stream|profile|q)=[\w.-]+)*$/;
const HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type', 'user-agent', 'authorization']);
const DISCOVERY = /^\/(api|apis|version|api\/v1|apis\/[^/]+(\/[^/]+)?)$/;
/** The resource metrics API is standard, and served by an aggregated server. */
const METRICS = 'metrics.k8s.io';

/** What about a request no other Kubernetes would understand; undefined for one that any would. */
export function nonStandard(request: ApiRequest): string | undefined {
  const { method, path, query, headers } = request;
  const strange = Object.keys(headers).find((name) => !HEADERS.has(name) && !name.startsWith('impersonate-'));
  if (strange !== undefined) return `header ${strange}`;
  const accept = (headers.accept ?? 'application/json').split(',').find((one) => !ACCEPTED.test(one.trim()));
  if (accept !== undefined) return `accept ${accept}`;
  if (DISCOVERY.test(path)) return method === 'GET' && query.size === 0 ? undefined : `${method} ${path}`;
  const requested = readPath(path);
  if (requested === undefined) return `path ${path}`;
  const info = resources.find(({ group, version, plural }) => isSame(requested, { group, version, plural }));
  if (info === undefined && !isServedElsewhere(requested)) return `resource ${path}`;
  const verb = requestVerb(request, requested);
  if (info !== undefined && !allowedVerbs(info, requested).includes(verb)) return `${verb} ${path}`;
  const parameter = [...query.keys()].find((key) => !PARAMETERS[verb]?.includes(key));
  if (parameter !== undefined) return `parameter ${parameter} of ${verb}`;
  return invalidMediaType(request, info !== undefined);
}

function invalidMediaType({ method, body }: ApiRequest, isBuiltin: boolean): string | undefined {
  const { contentType = 'application/json' } = body ?? {};
  const [type = ''] = contentType.split(';');
  const known = method === 'PATCH' ? [...PATCHES, ...(isBuiltin ? [STRATEGIC] : [])] : JSON_ONLY;
  return body === undefined || known.includes(type) ? undefined : `${method} with ${contentType}`;
}

function readPath(path: string): RequestedPath | undefined {
  const [, api, ...parts] = path.split('/').map(decodeURIComponent);
  const group = api === 'apis' ? parts.shift() : api === 'api' ? '' : undefined;
  const version = parts.shift();
  if (group === undefined || version === undefined) return undefined;
  const namespaced = parts[0] === 'namespaces' && parts.length > 2 && !isOfNamespace(parts);
  const [plural, name, subresource, ...more] = namespaced ? parts.slice(2) : parts;
  if (plural === undefined || (more.length > 0 && subresource !== 'proxy')) return undefined;
  return { group, version, plural, namespaced, name, subresource };
}

/** `namespaces/x/status` is about the namespace itself. */
function isOfNamespace([, , part = '', ...more]: readonly string[]): boolean {
  return more.length === 0 && (part === 'status' || part === 'finalize');
}

function isSame(requested: RequestedPath, info: Pick<ResourceInfo, 'group' | 'version' | 'plural'>): boolean {
  return requested.group === info.group && requested.version === info.version && requested.plural === info.plural;
}

/** Custom resources and aggregated APIs, which their own definitions describe. */
function isServedElsewhere({ group }: RequestedPath): boolean {
  return group === METRICS || (group.includes('.') && !group.endsWith('.k8s.io') && !group.endsWith('kubemin.io'));
}

function allowedVerbs({ verbs, subresources }: ResourceInfo, { subresource }: RequestedPath): readonly string[] {
  if (subresource === undefined) return verbs;
  return subresources.find(({ name }) => name === subresource)?.verbs ?? [];
}

function requestVerb({ method, query }: ApiRequest, { name }: RequestedPath): string {
  const watches = ['true', '1'].includes(query.get('watch') ?? '');
  const onCollection = { GET: watches ? 'watch' : 'list', DELETE: 'deletecollection' };
  const onObject: Readonly<Partial<Record<ApiMethod, string>>> = {
    GET: 'get',
    POST: 'create',
    PUT: 'update',
    PATCH: 'patch',
    DELETE: 'delete',
  };
  if (name === undefined && (method === 'GET' || method === 'DELETE')) return onCollection[method];
  return onObject[method] ?? method.toLowerCase();
}
