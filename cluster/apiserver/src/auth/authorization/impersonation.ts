import { type ApiRequest, internal, type UserInfo, unauthorized } from '@kubemin/kubeapi';
import { serviceAccountGroups, serviceAccountNameOf } from '../authentication/service-account-user.ts';
import { ANONYMOUS_USER, asAuthenticated, UNAUTHENTICATED_GROUP } from '../authentication/well-known-users.ts';
import type { ResourceAccess } from './access.ts';
import { type Authorizer, requireAccess } from './authorizer.ts';

const PREFIX = 'impersonate-';
const EXTRA_PREFIX = 'impersonate-extra-';
const REVIEW_GROUP = 'authentication.k8s.io';

interface Wish {
  readonly user: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: ReadonlyMap<string, readonly string[]>;
}

/**
 * The request as the user it wants to be, without the headers that said so; the same request when it wants to be nobody
 * else. Every part of the other identity has to be allowed by itself.
 */
export function impersonated(authorizer: Authorizer, request: ApiRequest): ApiRequest {
  const names = Object.keys(request.headers).filter((name) => name.startsWith(PREFIX));
  if (names.length === 0) return request;
  if (request.user === undefined) throw unauthorized();
  const wish = wishOf(request);
  if (wish.user === '') {
    const asked = names.map((name) => `${name}: ${request.headers[name]}`).join(', ');
    throw internal(new Error(`requested [${asked}] without impersonating a user`));
  }
  for (const access of accessesOf(wish)) requireAccess(authorizer, request.user, access);
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !name.startsWith(PREFIX)));
  return { ...request, headers, headerLines: {}, user: userOf(wish) };
}

function wishOf(request: ApiRequest): Wish {
  const extra = Object.keys(request.headers).flatMap((name) =>
    name.startsWith(EXTRA_PREFIX)
      ? [[decodeKey(name.slice(EXTRA_PREFIX.length)), valuesOf(request, name)] as const]
      : [],
  );
  const [user = ''] = valuesOf(request, 'impersonate-user');
  const [uid = ''] = valuesOf(request, 'impersonate-uid');
  return {
    user,
    uid,
    groups: valuesOf(request, 'impersonate-group'),
    extra: new Map(extra),
  };
}

function* accessesOf({ user, uid, groups, extra }: Wish): Generator<ResourceAccess> {
  const account = serviceAccountNameOf(user);
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

function userOf({ user, uid, groups, extra }: Wish): UserInfo {
  const account = serviceAccountNameOf(user);
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

/** Never split at commas: they may be part of a name, and what follows them would be an identity nobody was given. */
function valuesOf({ headers, headerLines }: ApiRequest, name: string): readonly string[] {
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
