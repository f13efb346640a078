import {
  type ApiRequest,
  type FieldRequirement,
  forbidden,
  parseFieldSelector,
  type StatusError,
  type UserInfo,
} from '@kubemin/kubeapi';
import type { Route } from '../../registry/index.ts';

/** A requested access to objects. */
export interface ResourceAccess {
  readonly kind: 'resource';
  /** Those of requests, and `bind`, `escalate`, `impersonate`, … */
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  /** '' for the resource itself. */
  readonly subresource: string;
  /** '' across all namespaces, and for what is in none. */
  readonly namespace: string;
  /** '' when no single object is meant. */
  readonly name: string;
  /** By what a list or watch is narrowed down; left out where it is not. */
  readonly fields?: readonly FieldRequirement[];
}

/** A requested access to a path that is not about objects. */
export interface PathAccess {
  readonly kind: 'path';
  readonly verb: string;
  readonly path: string;
}

/** What is to be allowed or not. */
export type Access = ResourceAccess | PathAccess;

const NO_FIELDS: readonly FieldRequirement[] = [];

/** What a request wants to do. */
export function requestedAccess(request: ApiRequest, route: Route): Access {
  if (route.kind === 'path') return { kind: 'path', verb: request.method.toLowerCase(), path: route.path };
  const { info } = route.resource;
  // Only what is about many objects is narrowed down; writes of one, which are most requests, need no look.
  const fields = route.name === undefined && route.verb !== 'create' ? selectedFields(request) : NO_FIELDS;
  return {
    kind: 'resource',
    verb: route.verb,
    group: info.group,
    resource: info.plural,
    subresource: route.subresource ?? '',
    // A namespace counts as being inside itself: its members may be allowed to look at it.
    namespace: route.namespace ?? (info.group === '' && info.plural === 'namespaces' ? (route.name ?? '') : ''),
    name: route.name ?? selectedName(fields),
    ...(fields.length > 0 && { fields }),
  };
}

/** Kubernetes' own words for a refusal. */
export function accessRefusal(user: UserInfo, access: Access, reason?: string): StatusError {
  const who = `User "${user.username}"`;
  const because = reason === undefined || reason === '' ? '' : `: ${reason}`;
  if (access.kind === 'path') return forbidden(`${who} cannot ${access.verb} path "${access.path}"${because}`);
  const { verb, group, resource, namespace, name } = access;
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  const what = `${who} cannot ${verb} resource "${resourceText(access)}" in API group "${group}" ${where}${because}`;
  return forbidden(what, { group, plural: resource, ...(name !== '' && { name }) });
}

/** `pods` or `pods/log`, as rules name it. */
export function resourceText({ resource, subresource }: ResourceAccess): string {
  return subresource === '' ? resource : `${resource}/${subresource}`;
}

/** A list or watch that can only show one object is about that object. */
function selectedName(fields: readonly FieldRequirement[]): string {
  return fields.find(({ field, operator }) => field === 'metadata.name' && operator === '=')?.value ?? '';
}

function selectedFields({ query }: ApiRequest): readonly FieldRequirement[] {
  const text = query.get('fieldSelector');
  if (text === null) return NO_FIELDS;
  try {
    return parseFieldSelector(text);
  } catch {
    // The list itself will return 400.
    return NO_FIELDS;
  }
}
