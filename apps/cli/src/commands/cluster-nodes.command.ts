import { clusterArgument } from '../command/cluster-parameters.ts';
import { defineCommand } from '../command/define-command.ts';

/** `kubemin cluster nodes`. */
export const clusterNodesCommand = defineCommand({
  path: ['cluster', 'nodes'],
  group: 'platform',
  summary: {
    en: 'list the nodes of a cluster, and how much of them has been asked for',
    zh: '列出集群的节点及其已被申请的资源',
  },
  arguments: { cluster: clusterArgument },
  examples: [
    { line: 'kubemin cluster nodes', needs: 'platform' },
    { line: 'kubemin cluster nodes default -o wide', needs: 'platform' },
  ],
  load: async () => {
    const { listNodes } = await import('./cluster-nodes.ts');
    return listNodes;
  },
});
