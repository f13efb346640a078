import type { UserInfo } from '@kubemin/kubeapi';

const PREFIX = 'system:node:';
const GROUP = 'system:nodes';

/** The node name of a user; undefined for other users, '' for a member of the group without a node name. */
export function userNodeName(user: UserInfo | undefined): string | undefined {
  if (user === undefined || !user.username.startsWith(PREFIX) || !user.groups.includes(GROUP)) return undefined;
  return user.username.slice(PREFIX.length);
}
