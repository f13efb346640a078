import {
  type Controller,
  type ControllerModule,
  createReconcilerController,
  mappedChanges,
  type Source,
} from '@kubemin/controller';
import { core } from '@kubemin/kubeapi/resources';
import { NodeReconciler } from './node-reconciler.ts';
import { PodReconciler } from './pod-reconciler.ts';
import type { SimulatedNode } from './simulated-node.ts';

export interface SimulatedNodesOptions {
  readonly count: number;
  /** Quantities by resource, extended resources included; added to the defaults (8 CPUs, 32Gi memory, 100Gi storage, 110 pods). */
  readonly capacity?: Readonly<Record<string, string>>;
  /** @default 'simulated-node' */
  readonly namePrefix?: string;
}

const DEFAULT_CAPACITY = { cpu: '8', memory: '32Gi', 'ephemeral-storage': '100Gi', pods: '110' };

/** Nodes that run nothing and behave as if they did. See simulation-rules.ts for what pods can ask of them. */
export function simulatedNodes(options: SimulatedNodesOptions): ControllerModule {
  const simulated = new Map(describe(options).map((node) => [node.name, node]));
  return {
    name: 'simulated-nodes',
    setup(context): Controller {
      const nodes = context.informers.informer(core.v1.nodes);
      const pods = context.informers.informer(core.v1.pods);
      const registered = createReconcilerController({
        context,
        reconciler: new NodeReconciler(context, nodes, simulated),
        sources: [all(simulated), mappedChanges(nodes, ({ key }) => (simulated.has(key) ? [key] : []))],
      });
      const living = createReconcilerController({
        context,
        reconciler: new PodReconciler(context, pods, simulated),
        sources: [mappedChanges(pods, ({ key, object }) => (simulated.has(object.spec?.nodeName ?? '') ? [key] : []))],
        workers: 32,
      });
      return {
        async run(signal) {
          await Promise.all([registered.run(signal), living.run(signal)]);
        },
      };
    },
  };
}

function describe({ count, capacity, namePrefix = 'simulated-node' }: SimulatedNodesOptions): readonly SimulatedNode[] {
  return Array.from({ length: count }, (_, number) => ({
    name: `${namePrefix}-${number}`,
    number,
    capacity: { ...DEFAULT_CAPACITY, ...capacity },
  }));
}

function all(simulated: ReadonlyMap<string, SimulatedNode>): Source {
  return (enqueue) => {
    for (const name of simulated.keys()) enqueue(name);
    return () => undefined;
  };
}
