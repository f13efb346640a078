import {
  type Controller,
  type ControllerModule,
  createReconcilerController,
  mappedChanges,
  type Source,
} from '@kubemin/controller';
import { core } from '@kubemin/kubeapi/resources';
import { LeaseKeeper } from './fleet/lease-keeper.ts';
import { PodAddresses } from './fleet/pod-addresses.ts';
import type { SimulatedKubelets } from './kubelet/simulated-kubelets.ts';
import { SimulatedWork } from './kubelet/simulated-work.ts';
import { NodeReconciler } from './node-reconciler.ts';
import { followAddresses, PodReconciler } from './pod-reconciler.ts';
import { indexPodsByNode } from './pods-by-node.ts';
import { RetiredNodeReconciler } from './retired-node-reconciler.ts';
import type { SimulatedNode } from './simulated-node.ts';

/** How many nodes to simulate, and how large. */
export interface SimulatedNodesOptions {
  readonly count: number;
  /** Quantities by resource, extended resources included; added to the defaults (8 CPUs, 32Gi memory, 100Gi storage, 110 pods). */
  readonly capacity?: Readonly<Record<string, string>>;
  /** @default 'simulated-node' */
  readonly namePrefix?: string;
  /** Given what the nodes run, while they do: for logs and the like. */
  readonly kubelets?: SimulatedKubelets;
}

const DEFAULT_PREFIX = 'simulated-node';
const DEFAULT_CAPACITY = { cpu: '8', memory: '32Gi', 'ephemeral-storage': '100Gi', pods: '110' };

/** Nodes that run nothing and behave as if they did. See simulation-rules.ts for what pods can ask of them. */
export function simulatedNodes(options: SimulatedNodesOptions): ControllerModule {
  const simulated = new Map(describe(options).map((node) => [node.name, node]));
  return {
    name: 'simulated-nodes',
    setup(context): Controller {
      const nodes = context.informers.informer(core.v1.nodes);
      const pods = context.informers.informer(core.v1.pods);
      indexPodsByNode(pods);
      const addresses = new PodAddresses();
      followAddresses(pods, addresses);
      const leases = new LeaseKeeper({ context, nodes });
      const isRetired = (name: string): boolean => ofThisFamily(options, name) && !simulated.has(name);
      const retired = createReconcilerController({
        context,
        reconciler: new RetiredNodeReconciler({ context, nodes, pods, isRetired }),
        sources: [
          mappedChanges(nodes, ({ key }) => (isRetired(key) ? [key] : [])),
          mappedChanges(pods, ({ object }) => {
            const { nodeName = '' } = object.spec ?? {};
            return isRetired(nodeName) ? [nodeName] : [];
          }),
        ],
        workers: 1,
      });
      const registered = createReconcilerController({
        context,
        reconciler: new NodeReconciler({ context, nodes, simulated, leases }),
        sources: [all(simulated), mappedChanges(nodes, ({ key }) => (simulated.has(key) ? [key] : []))],
      });
      const living = createReconcilerController({
        context,
        reconciler: new PodReconciler({ context, pods, simulated, addresses }),
        sources: [mappedChanges(pods, ({ key, object }) => (simulated.has(object.spec?.nodeName ?? '') ? [key] : []))],
        workers: 32,
      });
      return {
        async run(signal) {
          const work = new SimulatedWork({ pods, clock: context.clock });
          options.kubelets?.serve({ work, clock: context.clock, logger: context.logger });
          try {
            await Promise.all([registered, retired, living, leases].map((part) => part.run(signal)));
          } finally {
            options.kubelets?.stop();
            work.stop();
          }
        },
      };
    },
  };
}

function describe({ count, capacity, namePrefix = DEFAULT_PREFIX }: SimulatedNodesOptions): readonly SimulatedNode[] {
  return Array.from({ length: count }, (_, number) => ({
    name: `${namePrefix}-${number}`,
    number,
    capacity: { ...DEFAULT_CAPACITY, ...capacity },
  }));
}

/** Whether a node of this name could have been made with these options and another count. */
function ofThisFamily({ namePrefix = DEFAULT_PREFIX }: SimulatedNodesOptions, name: string): boolean {
  return name.startsWith(`${namePrefix}-`) && /^\d+$/.test(name.slice(namePrefix.length + 1));
}

function all(simulated: ReadonlyMap<string, SimulatedNode>): Source {
  return (enqueue) => {
    for (const name of simulated.keys()) enqueue(name);
    return () => undefined;
  };
}
