import { TerminalError } from '@kubemin/base';
import type { ControllerContext, ReconcileResult, Reconciler } from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import { deepEqual, isStatusError } from '@kubemin/kubeapi';
import { coordination, core } from '@kubemin/kubeapi/resources';
import type { Node, NodeStatus } from '@kubemin/kubeapi/types/core.v1';
import { nodeObject, nodeStatus, SIMULATED_LABEL, type SimulatedNode } from './simulated-node.ts';
import { microTimestamp } from './timestamp.ts';

const LEASE_NAMESPACE = 'kube-node-lease';
const LEASE_SECONDS = 40;
const RENEW_MS = 10_000;
const STATUS_MS = 5 * 60_000;

/** Registers simulated nodes, again if somebody deletes them, and keeps their status and leases fresh. */
export class NodeReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #nodes: Informer<Node>;
  readonly #simulated: ReadonlyMap<string, SimulatedNode>;
  readonly #renewedAt = new Map<string, number>();

  constructor(context: ControllerContext, nodes: Informer<Node>, simulated: ReadonlyMap<string, SimulatedNode>) {
    this.#context = context;
    this.#nodes = nodes;
    this.#simulated = simulated;
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const simulated = this.#simulated.get(key);
    if (simulated === undefined) return undefined;
    const node = this.#nodes.get(key) ?? (await this.#register(simulated));
    if (node.metadata.labels?.[SIMULATED_LABEL] !== 'true') {
      throw new TerminalError(`node ${key} exists and is not simulated; choose another name prefix`, {
        code: 'NODE_NAME_TAKEN',
      });
    }
    await this.#report(simulated, node);
    return { requeueAfterMs: await this.#renew(node) };
  }

  async #register(simulated: SimulatedNode): Promise<Node> {
    const { client, clock } = this.#context;
    const nodes = client.resource(core.v1.nodes);
    const node = nodeObject(simulated);
    try {
      return await nodes.create({ ...node, status: nodeStatus(simulated, node, clock.now()) });
    } catch (error) {
      if (!isStatusError(error, 'AlreadyExists')) throw error;
      return nodes.get(simulated.name);
    }
  }

  async #report(simulated: SimulatedNode, node: Node): Promise<void> {
    const { client, clock } = this.#context;
    const now = clock.now();
    const status = nodeStatus(simulated, node, now);
    if (deepEqual(lasting(status), lasting(node.status ?? {})) && now - heartbeatOf(node) < STATUS_MS) return;
    const patch = { type: 'strategic', body: { status } } as const;
    await client.resource(core.v1.nodes).patch(simulated.name, patch, { subresource: 'status' });
  }

  /** Answers in how many ms the lease wants to be renewed next. */
  async #renew(node: Node): Promise<number> {
    const { client, clock } = this.#context;
    const { name = '', uid = '' } = node.metadata;
    const due = (this.#renewedAt.get(name) ?? Number.NEGATIVE_INFINITY) + RENEW_MS - clock.monotonic();
    if (due > 0) return due;
    const leases = client.resource(coordination.v1.leases, LEASE_NAMESPACE);
    const renewTime = microTimestamp(clock.now());
    try {
      await leases.patch(name, { type: 'merge', body: { spec: { renewTime } } });
    } catch (error) {
      if (!isStatusError(error, 'NotFound')) throw error;
      await leases.create({
        apiVersion: 'coordination.k8s.io/v1',
        kind: 'Lease',
        metadata: {
          name,
          namespace: LEASE_NAMESPACE,
          ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name, uid }],
        },
        spec: { holderIdentity: name, leaseDurationSeconds: LEASE_SECONDS, renewTime },
      });
    }
    this.#renewedAt.set(name, clock.monotonic());
    return RENEW_MS;
  }
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
