import { TerminalError } from '@kubemin/base';
import type { ControllerContext, ReconcileResult, Reconciler } from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import { deepEqual, isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Node, NodeStatus } from '@kubemin/kubeapi/types/core.v1';
import type { LeaseKeeper } from './fleet/lease-keeper.ts';
import { nodeObject, nodeStatus, SIMULATED_LABEL, type SimulatedNode } from './simulated-node.ts';

const STATUS_MS = 5 * 60_000;

/** What nodes are registered from. */
export interface NodeReconcilerOptions {
  readonly context: ControllerContext;
  readonly nodes: Informer<Node>;
  readonly simulated: ReadonlyMap<string, SimulatedNode>;
  readonly leases: LeaseKeeper;
}

/** Registers simulated nodes, again if somebody deletes them, and keeps their status fresh; has their leases kept. */
export class NodeReconciler implements Reconciler {
  readonly #options: NodeReconcilerOptions;
  /** By name, what was last handed to the keeper of leases. */
  readonly #leased = new Map<string, string>();

  constructor(options: NodeReconcilerOptions) {
    this.#options = options;
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const { nodes, simulated } = this.#options;
    const described = simulated.get(key);
    if (described === undefined) return undefined;
    const node = nodes.get(key) ?? (await this.#register(described));
    if (node.metadata.labels?.[SIMULATED_LABEL] !== 'true') {
      throw new TerminalError(`node ${key} exists and is not simulated; choose another name prefix`, {
        code: 'NODE_NAME_TAKEN',
      });
    }
    this.#lease(key, node.metadata.uid ?? '');
    return { requeueAfterMs: await this.#report(described, node) };
  }

  #lease(name: string, uid: string): void {
    if (this.#leased.get(name) === uid) return;
    this.#leased.set(name, uid);
    this.#options.leases.add(name);
  }

  async #register(simulated: SimulatedNode): Promise<Node> {
    const { client, clock } = this.#options.context;
    const nodes = client.resource(core.v1.nodes);
    const node = nodeObject(simulated);
    try {
      return await nodes.create({ ...node, status: nodeStatus(simulated, node, clock.now()) });
    } catch (error) {
      if (!isStatusError(error, 'AlreadyExists')) throw error;
      return nodes.get(simulated.name);
    }
  }

  /** Answers in how many ms the status wants to be repeated. */
  async #report(simulated: SimulatedNode, node: Node): Promise<number> {
    const { client, clock } = this.#options.context;
    const now = clock.now();
    const status = nodeStatus(simulated, node, now);
    const period = statusPeriodMs(simulated.number);
    const left = heartbeatOf(node) + period - now;
    if (left > 0 && deepEqual(lasting(status), lasting(node.status ?? {}))) return left;
    const patch = { type: 'strategic', body: { status } } as const;
    await client.resource(core.v1.nodes).patch(simulated.name, patch, { subresource: 'status' });
    return period;
  }
}

/** Nodes that were registered together must not all report together for ever: their periods differ. */
function statusPeriodMs(number: number): number {
  const share = (number * 0.618_034) % 1;
  return STATUS_MS * (0.75 + share / 4);
}

/** The status without the times that pass by themselves. */
function lasting(status: NodeStatus): unknown {
  const { capacity = {}, allocatable = {}, addresses = [], conditions = [], nodeInfo = {} } = status;
  const said = conditions.map(({ type, status: holds, reason }) => `${type}=${holds} ${reason}`).sort();
  return { capacity, allocatable, addresses, nodeInfo, said };
}

function heartbeatOf(node: Node): number {
  const ready = node.status?.conditions?.find(({ type }) => type === 'Ready');
  return Date.parse(ready?.lastHeartbeatTime ?? '') || 0;
}
