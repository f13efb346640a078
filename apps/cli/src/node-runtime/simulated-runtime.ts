import { SimulatedKubelets, simulatedNodes } from '@kubemin/node';
import type { NodeRuntime } from './node-runtime.ts';

/** Nodes that run nothing: pods become Running and Ready as if they did. */
export const simulatedRuntime: NodeRuntime = {
  notice: {
    en: 'SIMULATED NODES: no containers run here. Pods become Running, but nothing is behind them.',
    zh: '模拟节点：这里不运行任何容器。Pod 会变为 Running，但其后并无真实进程。',
  },
  availability: async () => ({ kind: 'available' }),
  nodes: ({ count, rules, renewMs }) => {
    const kubelets = new SimulatedKubelets();
    return {
      module: (clientOf) => simulatedNodes({ count, kubelets, clientOf, renewMs, ...(rules && { rules }) }),
      connections: kubelets,
      has: (node) => kubelets.has(node),
    };
  },
};
