import { type ApiRequest, internal, type UserInfo, unauthorized } from '@kubemin/kubeapi';
import { parseServiceAccountUsername, serviceAccountGroups } from '../authentication/service-account-user.ts';
import { ANONYMOUS_USER, asAuthenticated, UNAUTHENTICATED_GROUP } from '../authentication/well-known-users.ts';
import type { ResourceAccess } from './access.ts';
import { type Authorizer, requireAccess } from './authorizer.ts';

const PREFIX = 'impersonate-';
const EXTRA_PREFIX = 'impersonate-extra-';
const REVIEW_GROUP = 'authentication.k8s.io';

interface Impersonation {
  readonly user: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: ReadonlyMap<string, readonly string[]>;
}

/**
 * The request as the impersonated user, without the impersonation headers; the same request when it has
 * none. Every part of the other identity has to be allowed separately.
 */
export function impersonateUser(authorizer: Authorizer, request: ApiRequest): ApiRequest {
  const names = Object.keys(request.headers).filter((name) => name.startsWith(PREFIX));
  if (names.length === 0) return request;
  if (request.user === undefined) throw unauthorized();
  const wish = readImpersonation(request);
  if (wish.user === '') {
    const asked = names.map((name) => `${name}: ${request.headers[name]}`).join(', ');
    throw internal(new Error(`requested [${asked}] without impersonating a user`));
  }
  for (const access of requiredAccesses(wish)) requireAccess(authorizer, request.user, access);
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !name.startsWith(PREFIX)));
  return { ...request, headers, headerLines: {}, user: impersonatedUser(wish) };
}

function readImpersonation(request: ApiRequest): Impersonation {
  const extra = Object.keys(request.headers).flatMap((name) =>
    name.startsWith(EXTRA_PREFIX)
      ? [[decodeKey(name.slice(EXTRA_PREFIX.length)), headerValues(request, name)] as const]
      : [],
  );
  const [user = ''] = headerValues(request, 'impersonate-user');
  const [uid = ''] = headerValues(request, 'impersonate-uid');
  return {
    user,
    uid,
    groups: headerValues(request, 'impersonate-group'),
    extra: new Map(extra),
  };
}

function* requiredAccesses({ user, uid, groups, extra }: Impersonation): Generator<ResourceAccess> {
  const account = parseServiceAccountUsername(user);
  yield account === undefined
    ? access('', 'users', user)
    : { ...access('', 'serviceaccounts', account.name), ...account };
  for (const group of groups) yield access('', 'groups', group);
  if (uid !== '') yield access(REVIEW_GROUP, 'uids', uid);
  for (const [key, values] of extra) {
    for (const value of values) yield { ...access(REVIEW_GROUP, 'userextras', value), subresource: key };
  }
}

function access(group: string, resource: string, name: string): ResourceAccess {
  return { kind: 'resource', verb: 'impersonate', group, resource, subresource: '', namespace: '', name };
}

function impersonatedUser({ user, uid, groups, extra }: Impersonation): UserInfo {
  const account = parseServiceAccountUsername(user);
  const given = groups.length === 0 && account !== undefined ? serviceAccountGroups(account.namespace) : groups;
  const named = {
    username: user,
    ...(uid !== '' && { uid }),
    groups: given,
    ...(extra.size > 0 && { extra: Object.fromEntries(extra) }),
  };
  if (user !== ANONYMOUS_USER.username) return asAuthenticated(named);
  return { ...named, groups: [...new Set([...given, UNAUTHENTICATED_GROUP])] };
}

/** Never split at commas: they may be part of a name, and what follows them would be an identity that was not requested. */
function headerValues({ headers, headerLines }: ApiRequest, name: string): readonly string[] {
  const lines = headerLines?.[name] ?? [headers[name] ?? ''];
  return lines.filter((value) => value !== '');
}

function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key).toLowerCase();
  } catch {
    // Not an escape then, but a percent sign.
    return key;
  }
}
