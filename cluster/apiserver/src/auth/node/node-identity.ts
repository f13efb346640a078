import type { UserInfo } from '@kubemin/kubeapi';

const PREFIX = 'system:node:';
const GROUP = 'system:nodes';

/** The node a user is; undefined for everybody else, '' for one of the group that does not say which. */
export function userNodeName(user: UserInfo | undefined): string | undefined {
  if (user === undefined || !user.username.startsWith(PREFIX) || !user.groups.includes(GROUP)) return undefined;
  return user.username.slice(PREFIX.length);
}
