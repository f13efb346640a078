import { defineWords } from '../catalogue.ts';

/** About what is in a cluster. */
export const inventoryWords = defineWords({
  en: {
    ready: 'Ready',
    notReady: 'Not ready',
    closed: 'Closed',
    noNodes: 'the cluster has no nodes: nothing can run there until one joins',
    noPods: 'no application has pods there; kubemin deploy delivers one, --all shows the pods of nobody',
    nodesTakePods: (schedulable: number, all: number) => `${schedulable} of ${all} nodes take pods`,
    largestOn: (amount: string, node: string) => `${amount} on ${node}`,
    waitForRoom: (count: number) => `${count} waiting for a node:`,
  },
  zh: {
    ready: '就绪',
    notReady: '未就绪',
    closed: '不接收',
    noNodes: '集群没有节点：在有节点加入之前什么都无法运行',
    noPods: '那里没有应用的 Pod；kubemin deploy 可交付一个，--all 也显示不属于任何应用的 Pod',
    nodesTakePods: (schedulable, all) => `可用节点 ${schedulable} / ${all}`,
    largestOn: (amount, node) => `${amount}（在 ${node} 上）`,
    waitForRoom: (count) => `${count} 个 Pod 等待节点：`,
  },
});
