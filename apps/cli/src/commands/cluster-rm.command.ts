import { argument } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';

/** `kubemin cluster rm`. */
export const clusterRmCommand = defineCommand({
  path: ['cluster', 'rm'],
  group: 'platform',
  summary: {
    en: 'forget a cluster that no application names; what is in it stays',
    zh: '移除没有应用使用的集群；其中的内容保留',
  },
  arguments: { name: argument('name', { en: 'of the cluster', zh: '集群名称' }) },
  examples: [{ line: 'kubemin cluster rm staging', needs: 'platform' }],
  load: async () => {
    const { removeCluster } = await import('./cluster-rm.ts');
    return removeCluster;
  },
});
