import { defineMessages } from '@kubemin/base/message';

/** About what is in a cluster. */
export const inventoryMessages = defineMessages('cli.inventory', {
  ready: { en: 'Ready', zh: '就绪' },
  notReady: { en: 'Not ready', zh: '未就绪' },
  closed: { en: 'Closed', zh: '不接收' },
  noNodes: {
    en: 'the cluster has no nodes: nothing can run there until one joins',
    zh: '集群没有节点：在有节点加入之前什么都无法运行',
  },
  noPods: {
    en: 'no application has pods there; kubemin deploy delivers one, --all shows the pods of nobody',
    zh: '那里没有应用的 Pod；kubemin deploy 可交付一个，--all 也显示不属于任何应用的 Pod',
  },
  nodesTakePods: { en: '{schedulable:number} of {all:number} nodes take pods', zh: '可用节点 {schedulable} / {all}' },
  largestOn: { en: '{amount} on {node}', zh: '{amount}（在 {node} 上）' },
  waitForRoom: { en: '{count:number} waiting for a node:', zh: '{count} 个 Pod 等待节点：' },
});
