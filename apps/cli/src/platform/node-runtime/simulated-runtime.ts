import { KubeletServer, SIMULATED_LABEL, type SimulationRules, simulatedNodes } from '@kubemin/node';
import { nodeMessages } from '../../messages/index.ts';
import type { ClusterNodes, NodeRuntime, NodesOptions } from './node-runtime.ts';

/** Nodes when the user has not chosen how many. */
const DEFAULT_COUNT = 3;

/** Nodes that run nothing: pods become Running and Ready as if they did. */
export const simulatedRuntime: NodeRuntime = {
  notice: nodeMessages.simulatesPods,
  availability: async () => ({ kind: 'available', notes: [] }),
  nodes: async ({ simulated = DEFAULT_COUNT, ...options }) => makeSimulatedNodes(simulated, options),
};

/** Keeps pods away from nodes that run nothing, where there is one that does. */
const TAINT = { key: SIMULATED_LABEL, value: 'true', effect: 'NoSchedule' };

/** Simulated nodes beside one that runs containers: pods go there only when they tolerate the taint. */
export function makeTaintedNodes(
  count: number,
  { rules, renewMs }: Pick<NodesOptions, 'rules' | 'renewMs'>,
): ClusterNodes {
  const groups = [...(count > 0 ? [{ count, prefix: 'simulated-node' }] : []), ...(rules?.nodes ?? [])];
  const tainted: SimulationRules = {
    nodes: groups.map((group) => ({ ...group, taints: [...(group.taints ?? []), TAINT] })),
    rules: rules?.rules ?? [],
  };
  return makeSimulatedNodes(0, { rules: tainted, renewMs });
}

/** Simulated nodes; none at all retire those that an earlier start has left. */
export function makeSimulatedNodes(
  count: number,
  { rules, renewMs }: Pick<NodesOptions, 'rules' | 'renewMs'>,
): ClusterNodes {
  const kubelets = new KubeletServer();
  return {
    modules: ({ nodeClient }) => [simulatedNodes({ count, kubelets, nodeClient, renewMs, ...(rules && { rules }) })],
    connections: kubelets,
    has: (node) => kubelets.has(node),
    standardVolumes: 'simulated',
    ready: async () => undefined,
    close: async () => undefined,
  };
}
