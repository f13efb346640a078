import type { UserInfo } from '@kubemin/kubeapi';

/** A user as reviews show it: what is empty is left out. */
export function shownUser({ username, uid, groups, extra }: UserInfo): unknown {
  return {
    username,
    ...(uid !== undefined && uid !== '' && { uid }),
    ...(groups.length > 0 && { groups }),
    ...(extra !== undefined && Object.keys(extra).length > 0 && { extra }),
  };
}
