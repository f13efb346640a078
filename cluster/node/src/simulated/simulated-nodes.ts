import {
  type Controller,
  type ControllerContext,
  type ControllerModule,
  createReconcilerController,
  enqueueMappedKeys,
  type Source,
} from '@kubemin/controller';
import type { Informer, KubeClient } from '@kubemin/kube';
import { core } from '@kubemin/kubeapi/resources';
import type { Node, Pod, Service } from '@kubemin/kubeapi/types/core.v1';
import { ConfigTracker, type KubeletServer, MountEvents } from '../config/index.ts';
import { LeaseRenewer } from './fleet/lease-renewer.ts';
import { followAllocations, NodeAllocations } from './fleet/node-allocations.ts';
import { NodeClients } from './fleet/node-clients.ts';
import type { NodeGroup } from './fleet/node-group.ts';
import { NodeNumbers } from './fleet/node-numbers.ts';
import { PodAddresses } from './fleet/pod-addresses.ts';
import { RetiredNames } from './fleet/retired-names.ts';
import { SimulatedFleet } from './fleet/simulated-fleet.ts';
import { NodeReconciler } from './node-reconciler.ts';
import { followAddresses, PodReconciler } from './pod-reconciler.ts';
import { indexPodsByNode } from './pods-by-node.ts';
import { RetiredNodeReconciler } from './retired-node-reconciler.ts';
import { AnnotationEvents } from './rules/annotation-events.ts';
import { CurrentRules } from './rules/current-rules.ts';
import { nodeStateAt } from './rules/node-state.ts';
import { followRulesConfigMap } from './rules/rules-config-map.ts';
import type { SimulationRules } from './rules/simulation-rule.ts';
import { SimulatedWork } from './simulated-work.ts';

/** How many nodes to simulate, and how large. */
export interface SimulatedNodesOptions {
  readonly count: number;
  /** Quantities by resource, extended resources included; added to the defaults (8 CPUs, 32Gi memory, 100Gi storage, 110 pods). */
  readonly capacity?: Readonly<Record<string, string>>;
  /** @default 'simulated-node' */
  readonly namePrefix?: string;
  /** Their behaviour, and more nodes; the rules of the ConfigMap come before these. @default nothing special */
  readonly rules?: SimulationRules;
  /** Given what the nodes run, while they do: for logs and the like. */
  readonly kubelets?: KubeletServer;
  /** What a node writes with, by its name, where it is to be itself to the API server. @default the client of the module */
  readonly nodeClient?: (node: string) => KubeClient;
  /** How often each renews its lease; a fourth of the time after which a silent one counts as gone is right. @default 10 s */
  readonly renewMs?: number | undefined;
}

const DEFAULT_PREFIX = 'simulated-node';
/** Where programs in pods find the API server. */
const API_SERVICE = { namespace: 'default', name: 'kubernetes' };

/** Nodes that run nothing and behave as if they did, by annotations of pods and by rules. */
export function simulatedNodes(options: SimulatedNodesOptions): ControllerModule {
  return { name: 'simulated-nodes', setup: (context) => new SimulatedNodes(context, options) };
}

class SimulatedNodes implements Controller {
  readonly #context: ControllerContext;
  readonly #options: SimulatedNodesOptions;
  readonly #nodes: Informer<Node>;
  readonly #pods: Informer<Pod>;
  readonly #rules: CurrentRules;
  readonly #fleet: SimulatedFleet;
  readonly #retired: RetiredNames;
  readonly #leases: LeaseRenewer;
  readonly #registrar: NodeReconciler;
  readonly #clients: NodeClients;
  readonly #config: ConfigTracker;
  readonly #services: Informer<Service>;
  readonly #parts: readonly Controller[];

  constructor(context: ControllerContext, options: SimulatedNodesOptions) {
    this.#context = context;
    this.#options = options;
    this.#nodes = context.informers.informer(core.v1.nodes);
    this.#pods = context.informers.informer(core.v1.pods);
    indexPodsByNode(this.#pods);
    this.#rules = new CurrentRules(options.rules);
    const group = { count: options.count, prefix: options.namePrefix ?? DEFAULT_PREFIX, capacity: options.capacity };
    this.#fleet = new SimulatedFleet(this.#groups(group), new NodeNumbers(this.#nodes));
    this.#retired = new RetiredNames({ nodes: this.#nodes, fleet: this.#fleet, fleetName: group.prefix });
    this.#clients = new NodeClients(context, options.nodeClient);
    this.#leases = new LeaseRenewer({
      context,
      clients: this.#clients,
      nodes: this.#nodes,
      renewMs: options.renewMs,
      nodeTime: (name) => nodeStateAt(name, this.#rules.current.node(name), context.clock.now())?.now,
    });
    this.#config = new ConfigTracker({
      configMaps: context.informers.informer(core.v1.configmaps),
      secrets: context.informers.informer(core.v1.secrets),
      pods: this.#pods,
    });
    this.#services = context.informers.informer(core.v1.services, {
      namespace: API_SERVICE.namespace,
      fieldSelector: `metadata.name=${API_SERVICE.name}`,
    });
    this.#registrar = new NodeReconciler({
      context,
      clients: this.#clients,
      nodes: this.#nodes,
      fleet: this.#fleet,
      fleetName: group.prefix,
      rules: this.#rules,
      leases: this.#leases,
    });
    // Before the sources, which hear of a change only after this.
    this.#rules.onChange(() => {
      for (const name of this.#fleet.redefine(this.#groups(group))) {
        this.#retired.add(name);
        this.#leases.remove(name);
        this.#registrar.forget(name);
        this.#clients.forget(name);
      }
    });
    this.#parts = [this.#registering(), this.#retiring(), this.#living(), this.#leases];
    followRulesConfigMap(context, this.#rules);
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.#context;
    const { kubelets } = this.#options;
    const rules = this.#rules;
    const work = new SimulatedWork({
      pods: this.#pods,
      nodes: this.#nodes,
      clock,
      rules,
      environment: () => ({
        values: (place) => this.#config.values(place),
        api: this.#services.get(`${API_SERVICE.namespace}/${API_SERVICE.name}`),
      }),
    });
    kubelets?.serve({
      ...{ work, clock, logger },
      isResponding: (node) => rules.current.node(node)?.stopped !== true,
      has: (node) => this.#fleet.has(node) || this.#retired.has(node),
    });
    try {
      await Promise.all(this.#parts.map((part) => part.run(signal)));
    } finally {
      kubelets?.stop();
      work.stop();
    }
  }

  #groups(group: NodeGroup): readonly NodeGroup[] {
    return [...this.#rules.groups, group];
  }

  #registering(): Controller {
    const [context, nodes, fleet] = [this.#context, this.#nodes, this.#fleet];
    const all = (): Iterable<string> => fleet.names();
    return createReconcilerController({
      context,
      reconciler: this.#registrar,
      sources: [now(all), this.#ruled(all), enqueueMappedKeys(nodes, ({ key }) => (fleet.has(key) ? [key] : []))],
    });
  }

  #retiring(): Controller {
    const [context, nodes, pods, retired] = [this.#context, this.#nodes, this.#pods, this.#retired];
    const isRetired = (name: string): boolean => retired.has(name);
    return createReconcilerController({
      context,
      reconciler: new RetiredNodeReconciler({ context, nodes, pods, isRetired }),
      sources: [
        enqueueMappedKeys(nodes, ({ key }) => (isRetired(key) ? [key] : [])),
        this.#ruled(() => retired.names()),
        enqueueMappedKeys(pods, ({ object: { spec } }) =>
          isRetired(spec?.nodeName ?? '') ? [spec?.nodeName ?? ''] : [],
        ),
      ],
      workers: 1,
    });
  }

  #living(): Controller {
    const [context, clients, pods, fleet] = [this.#context, this.#clients, this.#pods, this.#fleet];
    const [nodes, rules, config] = [this.#nodes, this.#rules, this.#config];
    const addresses = new PodAddresses();
    const rooms = new NodeAllocations();
    followAddresses(pods, addresses);
    followAllocations(pods, rooms);
    const here = ({ spec }: Pod): boolean => fleet.has(spec?.nodeName ?? '');
    const all = function* (): Generator<string> {
      for (const pod of pods.list()) {
        if (here(pod)) yield `${pod.metadata.namespace}/${pod.metadata.name}`;
      }
    };
    return createReconcilerController({
      context,
      reconciler: new PodReconciler({
        context,
        clients,
        pods,
        nodes,
        fleet,
        addresses,
        rooms,
        rules,
        config,
        notices: new AnnotationEvents(pods),
        mounts: new MountEvents(pods),
      }),
      sources: [
        enqueueMappedKeys(pods, ({ key, object }) => (here(object) ? [key] : [])),
        this.#ruled(all),
        config.source,
      ],
      workers: 32,
    });
  }

  /** Everything is reconciled again when the rules change. */
  #ruled(keys: () => Iterable<string>): Source {
    return (enqueue) =>
      this.#rules.onChange(() => {
        for (const key of keys()) enqueue(key);
      });
  }
}

/** All keys there are from the beginning. */
function now(keys: () => Iterable<string>): Source {
  return (enqueue) => {
    for (const key of keys()) enqueue(key);
    return () => undefined;
  };
}
