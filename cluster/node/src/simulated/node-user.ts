import type { UserInfo } from '@kubemin/kubeapi';

/** Who a node is to an API server, which lets it change what is its own and nothing else. */
export function nodeUser(name: string): UserInfo {
  return { username: `system:node:${name}`, groups: ['system:nodes', 'system:authenticated'] };
}

/** Who the service proxy, cluster DNS, ingress controller and volumes of a node are to an API server. */
export function nodeComponentsUser(node: string): UserInfo {
  return {
    username: `kubemin:node-components:${node}`,
    groups: ['kubemin:node-components', 'system:authenticated'],
  };
}
