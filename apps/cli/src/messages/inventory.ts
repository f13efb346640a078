import { defineMessages } from '@kubemin/base/message';

/** About what is in a cluster. */
export const inventoryMessages = defineMessages('cli.inventory', {
  ready: { en: 'Ready', zh: '就绪' },
  notReady: { en: 'Not ready', zh: '未就绪' },
  closed: { en: 'Unschedulable', zh: '不可调度' },
  noNodes: {
    en: 'the cluster has no nodes: no pod can run until a node joins',
    zh: '集群没有节点：在有节点加入之前无法运行 Pod',
  },
  noPods: {
    en: 'no pods of applications; deploy one with kubemin deploy, or list all pods with --all',
    zh: '没有应用的 Pod；可用 kubemin deploy 部署，或用 --all 列出全部 Pod',
  },
  nodesTakePods: { en: '{schedulable:number} of {all:number} nodes schedulable', zh: '可用节点 {schedulable} / {all}' },
  largestOn: { en: '{amount} on {node}', zh: '{amount}（在 {node} 上）' },
  waitForRoom: { en: '{count:number} waiting for a node:', zh: '{count} 个 Pod 等待节点：' },
});
