import { argument } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';

/** `kubemin cluster check`. */
export const clusterCheckCommand = defineCommand({
  path: ['cluster', 'check'],
  group: 'platform',
  summary: { en: 'ask a cluster whether it answers', zh: '检查集群是否应答' },
  arguments: { name: argument('name', { en: 'of the cluster', zh: '集群名称' }) },
  examples: [{ line: 'kubemin cluster check staging', needs: 'platform' }],
  load: async () => {
    const { checkCluster } = await import('./cluster-check.ts');
    return checkCluster;
  },
});
