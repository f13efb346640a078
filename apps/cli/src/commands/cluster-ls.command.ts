import { defineCommand } from '../command/define-command.ts';

/** `kubemin cluster ls`. */
export const clusterLsCommand = defineCommand({
  path: ['cluster', 'ls'],
  group: 'platform',
  summary: { en: 'list the clusters that documents may name', zh: '列出文档可以指定的集群' },
  examples: [{ line: 'kubemin cluster ls', needs: 'platform' }],
  load: async () => {
    const { listClusters } = await import('./cluster-ls.ts');
    return listClusters;
  },
});
