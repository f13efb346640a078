import { type ApiRequest, type UserInfo, unauthorized } from '@kubemin/kubeapi';
import type { PolicyRule } from '@kubemin/kubeapi/types/rbac.v1';
import type { Route } from '../../registry/index.ts';
import { MASTERS_GROUP } from '../authentication/well-known-users.ts';
import { type Access, accessRefusal, requestedAccess } from './access.ts';

/** The decision of an authorizer about one access. A denial is not final: the next authorizer may still allow it. */
export interface Decision {
  readonly allowed: boolean;
  /** Why, for people. */
  readonly reason?: string;
}

/** Decides who may do what, from what it has in memory: it is asked on every request. */
export interface Authorizer {
  decide(user: UserInfo, access: Access): Decision;
  /** Everything the user may do in a namespace, cluster-wide rights included. */
  rulesFor(user: UserInfo, namespace: string): readonly PolicyRule[];
}

/** Paths without authorization, also where anonymous requests are not allowed: health checks. */
const PUBLIC_PATHS = ['/healthz', '/livez', '/readyz', '/version'];

/** Members of system:masters may do everything, whatever the rules are, so that they cannot be locked out. */
export function isMaster(user: UserInfo): boolean {
  return user.groups.includes(MASTERS_GROUP);
}

/** Lets a request pass, or throws 401 or 403. */
export function authorizeRequest(authorizer: Authorizer, request: ApiRequest, route: Route): void {
  const { user } = request;
  if (user === undefined) {
    if (request.method === 'GET' && isPublic(request.path)) return;
    throw unauthorized();
  }
  if (!isMaster(user)) requireAccess(authorizer, user, requestedAccess(request, route));
}

/** Throws 403 unless the user may. */
export function requireAccess(authorizer: Authorizer, user: UserInfo, access: Access): void {
  if (isMaster(user)) return;
  const { allowed, reason } = authorizer.decide(user, access);
  if (!allowed) throw accessRefusal(user, access, reason);
}

function isPublic(path: string): boolean {
  return PUBLIC_PATHS.some((open) => path === open || path.startsWith(`${open}/`));
}
