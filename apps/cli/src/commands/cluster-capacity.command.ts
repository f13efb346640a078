import { clusterArgument } from '../command/cluster-parameters.ts';
import { defineCommand } from '../command/define-command.ts';

/** `kubemin cluster capacity`. */
export const clusterCapacityCommand = defineCommand({
  path: ['cluster', 'capacity'],
  group: 'platform',
  summary: {
    en: 'show how much room a cluster has, and which pods wait for room',
    zh: '显示集群的剩余容量，以及等待资源的 Pod',
  },
  help: {
    en: 'FREE is what no pod has asked for, on nodes that take pods. LARGEST is the most that one pod can still ask for, and on which node.',
    zh: '“空闲”是可用节点上尚未被任何 Pod 申请的数量；“最大可用”是单个 Pod 还能申请到的最大数量及其所在节点。',
  },
  arguments: { cluster: clusterArgument },
  examples: [
    { line: 'kubemin cluster capacity', needs: 'platform' },
    { line: 'kubemin cluster capacity -o json', needs: 'platform' },
  ],
  load: async () => {
    const { showCapacity } = await import('./cluster-capacity.ts');
    return showCapacity;
  },
});
