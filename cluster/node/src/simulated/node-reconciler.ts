import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { ControllerContext, ReconcileResult, Reconciler } from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import { deepEqual, isStatusError, mayNodeLabelItself } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Node, NodeStatus } from '@kubemin/kubeapi/types/core.v1';
import type { LeaseRenewer } from './fleet/lease-renewer.ts';
import type { NodeClients } from './fleet/node-clients.ts';
import type { SimulatedFleet } from './fleet/simulated-fleet.ts';
import type { CurrentRules } from './rules/current-rules.ts';
import { type NodeState, nodeStateAt } from './rules/node-state.ts';
import { nodeLabels, nodeObject, nodeStatus, SIMULATED_LABEL, type SimulatedNode } from './simulated-node.ts';

const STATUS_MS = 5 * 60_000;

/** What nodes are registered from. */
export interface NodeReconcilerOptions {
  readonly context: ControllerContext;
  readonly clients: NodeClients;
  readonly nodes: Informer<Node>;
  readonly fleet: SimulatedFleet;
  /** What nodes of this fleet are marked with. */
  readonly fleetName: string;
  readonly rules: CurrentRules;
  readonly leases: LeaseRenewer;
}

/**
 * Registers simulated nodes and keeps their status fresh; has their leases kept. A node registers when it starts: one that
 * a client deletes stays away, as long as this runs.
 */
export class NodeReconciler implements Reconciler {
  readonly #options: NodeReconcilerOptions;
  /** By name, what was last handed to the keeper of leases. */
  readonly #leased = new Map<string, string>();
  /** Those that were deleted while they were silent: to speak again is to be started again. */
  readonly #lost = new Set<string>();

  constructor(options: NodeReconcilerOptions) {
    this.#options = options;
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const { nodes, fleet, rules, context } = this.#options;
    const described = fleet.get(key);
    if (described === undefined) return undefined;
    const now = context.clock.now();
    const state = nodeStateAt(key, rules.current.node(key), now);
    const found = nodes.get(key);
    if (found === undefined && this.#isGone(key, state)) return undefined;
    // A silent node must have been there once.
    if (state === undefined && found !== undefined) return undefined;
    const first = state ?? { ready: true, now, capacity: {} };
    const node = found ?? (await this.#register(described, first));
    if (node.metadata.labels?.[SIMULATED_LABEL] !== 'true') {
      throw new TerminalError(verbatim(`node ${key} exists and is not simulated; choose another name prefix`), {
        code: 'NODE_NAME_TAKEN',
      });
    }
    this.#lease(key, node.metadata.uid ?? '');
    if (state === undefined) return undefined;
    await this.#label(described, node);
    const repeatMs = await this.#report(described, node, state);
    return { requeueAfterMs: Math.min(repeatMs, state.changesInMs ?? repeatMs) };
  }

  /** The node is none of ours any more: should it become one again, it is a new one. */
  forget(name: string): void {
    this.#leased.delete(name);
    this.#lost.delete(name);
  }

  /** Whether a node that is not there has been, and is not to come back now. */
  #isGone(name: string, state: NodeState | undefined): boolean {
    if (!this.#leased.has(name)) return false;
    if (state === undefined) this.#lost.add(name);
    else if (this.#lost.delete(name)) return false;
    // A node that is created again by hand works again.
    this.#leased.set(name, '');
    this.#options.leases.remove(name);
    return true;
  }

  #lease(name: string, uid: string): void {
    if (this.#leased.get(name) === uid) return;
    this.#leased.set(name, uid);
    this.#options.leases.add(name);
  }

  async #register(simulated: SimulatedNode, state: NodeState): Promise<Node> {
    const { clients, fleetName } = this.#options;
    const nodes = clients.get(simulated.name).resource(core.v1.nodes);
    const node = withAllowedLabels(nodeObject(simulated, fleetName));
    try {
      return await nodes.create({ ...node, status: nodeStatus(simulated, node, state) });
    } catch (error) {
      if (!isStatusError(error, 'AlreadyExists')) throw error;
      return nodes.get(simulated.name);
    }
  }

  /**
   * Gives the node the labels that it may not give itself, and those it lost, with the permissions of the fleet's components.
   * Labels that others gave it are theirs.
   */
  async #label(simulated: SimulatedNode, { metadata }: Node): Promise<void> {
    const wanted = nodeLabels(simulated);
    if (Object.entries(wanted).every(([key, value]) => metadata.labels?.[key] === value)) return;
    const body = { metadata: { labels: wanted } };
    await this.#options.context.client.resource(core.v1.nodes).patch(simulated.name, { type: 'merge', body });
  }

  /** Returns in how many ms the status must be repeated. */
  async #report(simulated: SimulatedNode, node: Node, state: NodeState): Promise<number> {
    const { clients } = this.#options;
    const status = nodeStatus(simulated, node, state);
    const period = statusPeriodMs(simulated.number);
    // By the node's own clock, that stamped the last one.
    const left = Math.min(period, lastHeartbeat(node) + period - state.now);
    if (left > 0 && deepEqual(statusWithoutTimes(status), statusWithoutTimes(node.status ?? {}))) return left;
    const patch = { type: 'strategic', body: { status } } as const;
    const nodes = clients.get(simulated.name).resource(core.v1.nodes);
    await nodes.patch(simulated.name, patch, { subresource: 'status' });
    return period;
  }
}

/** The node with no other labels than it may register with. */
function withAllowedLabels(node: Node): Node {
  const labels = Object.entries(node.metadata.labels ?? {}).filter(([label]) => mayNodeLabelItself(label));
  return { ...node, metadata: { ...node.metadata, labels: Object.fromEntries(labels) } };
}

/** Nodes that were registered together must not all report together for ever: their periods differ. */
function statusPeriodMs(number: number): number {
  const share = (number * 0.618_034) % 1;
  return STATUS_MS * (0.75 + share / 4);
}

/** The status without its times. */
function statusWithoutTimes(status: NodeStatus): unknown {
  const { capacity = {}, allocatable = {}, addresses = [], conditions = [], nodeInfo = {} } = status;
  const states = conditions.map(({ type, status: holds, reason }) => `${type}=${holds} ${reason}`).sort();
  return { capacity, allocatable, addresses, nodeInfo, states };
}

function lastHeartbeat(node: Node): number {
  const ready = node.status?.conditions?.find(({ type }) => type === 'Ready');
  return Date.parse(ready?.lastHeartbeatTime ?? '') || 0;
}
