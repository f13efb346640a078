import type { ApiRequest, ResourceInfo } from '@kubemin/kubeapi';
import { resources } from '@kubemin/kubeapi/resources';

/** What a request asks of a resource. */
interface Asked {
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
/** The resource metrics API is standard, and served by somebody else than Kubernetes itself. */
const METRICS = 'metrics.k8s.io';

/** What about a request no other Kubernetes would understand; undefined for one that any would. */
export function nonStandard(request: ApiRequest): string | undefined {
  const { method, path, query, headers } = request;
  const strange = Object.keys(headers).find((name) => !HEADERS.has(name) && !name.startsWith('impersonate-'));
  if (strange !== undefined) return `header ${strange}`;
  const accept = (headers.accept ?? 'application/json').split(',').find((one) => !ACCEPTED.test(one.trim()));
  if (accept !== undefined) return `accept ${accept}`;
  if (DISCOVERY.test(path)) return method === 'GET' && query.size === 0 ? undefined : `${method} ${path}`;
  const asked = readPath(path);
  if (asked === undefined) return `path ${path}`;
  const info = resources.find(({ group, version, plural }) => isSame(asked, { group, version, plural }));
  if (info === undefined && !isElsewhere(asked)) return `resource ${path}`;
  const verb = verbOf(request, asked);
  if (info !== undefined && !verbsOf(info, asked).includes(verb)) return `${verb} ${path}`;
  const parameter = [...query.keys()].find((key) => !PARAMETERS[verb]?.includes(key));
  if (parameter !== undefined) return `parameter ${parameter} of ${verb}`;
  return mediaTypeOf(request, info !== undefined);
}

function mediaTypeOf({ method, body }: ApiRequest, isBuiltin: boolean): string | undefined {
  const { contentType = 'application/json' } = body ?? {};
  const [type = ''] = contentType.split(';');
  const known = method === 'PATCH' ? [...PATCHES, ...(isBuiltin ? [STRATEGIC] : [])] : JSON_ONLY;
  return body === undefined || known.includes(type) ? undefined : `${method} with ${contentType}`;
}

function readPath(path: string): Asked | undefined {
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

function isSame(asked: Asked, info: Pick<ResourceInfo, 'group' | 'version' | 'plural'>): boolean {
  return asked.group === info.group && asked.version === info.version && asked.plural === info.plural;
}

/** Custom resources and aggregated APIs, which their own definitions describe. */
function isElsewhere({ group }: Asked): boolean {
  return group === METRICS || (group.includes('.') && !group.endsWith('.k8s.io') && !group.endsWith('kubemin.io'));
}

function verbsOf({ verbs, subresources }: ResourceInfo, { subresource }: Asked): readonly string[] {
  if (subresource === undefined) return verbs;
  return subresources.find(({ name }) => name === subresource)?.verbs ?? [];
}

function verbOf({ method, query }: ApiRequest, { name }: Asked): string {
  const watches = ['true', '1'].includes(query.get('watch') ?? '');
  const onCollection = { GET: watches ? 'watch' : 'list', DELETE: 'deletecollection' };
  const onObject = { GET: 'get', POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' };
  return name === undefined && (method === 'GET' || method === 'DELETE') ? onCollection[method] : onObject[method];
}
