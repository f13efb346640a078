import type { UserInfo } from '@kubemin/kubeapi';

/** Members of this group may do everything. */
export const MASTERS_GROUP = 'system:masters';
/** All authenticated users. */
export const AUTHENTICATED_GROUP = 'system:authenticated';
/** All unauthenticated users. */
export const UNAUTHENTICATED_GROUP = 'system:unauthenticated';

/** Who the server's own parts and the first administrator are. */
export const ADMIN_USER: UserInfo = { username: 'kubemin-admin', groups: [MASTERS_GROUP, AUTHENTICATED_GROUP] };

/** Who sends requests without credentials, where those are allowed. */
export const ANONYMOUS_USER: UserInfo = { username: 'system:anonymous', groups: [UNAUTHENTICATED_GROUP] };

/** The user as a member of system:authenticated, which comes last. */
export function asAuthenticated(user: UserInfo): UserInfo {
  if (user.groups.includes(AUTHENTICATED_GROUP) || user.groups.includes(UNAUTHENTICATED_GROUP)) return user;
  return { ...user, groups: [...user.groups, AUTHENTICATED_GROUP] };
}
