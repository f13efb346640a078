import type { UserInfo } from '@kubemin/kubeapi';

/** Who a node is to an API server, which lets it change what is its own and nothing else. */
export function nodeUser(name: string): UserInfo {
  return { username: `system:node:${name}`, groups: ['system:nodes', 'system:authenticated'] };
}
