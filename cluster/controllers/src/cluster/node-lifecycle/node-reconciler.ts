import type { ControllerContext, Reconciler } from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import { deepEqual, isStatusError, timestamp } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Node } from '@kubemin/kubeapi/types/core.v1';
import { isReady, type PodsByNode, patchPodStatus } from '../../pod-owner/index.ts';
import { type EvictionBuckets, planEvictionPermits } from './eviction-permit.ts';
import type { Heartbeats } from './heartbeats.ts';
import { isNodeReady, readiness, silentConditions } from './node-conditions.ts';
import type { NodeLifecycleTimes } from './node-lifecycle-times.ts';
import { type EvictionPermit, evictionTaint, isEvicting, planTaints } from './taint-plan.ts';

/** A node younger than this has just come. */
const NEW_MS = 60_000;

/** What the reconciler of nodes works with. */
export interface NodeReconcilerOptions {
  readonly context: ControllerContext;
  readonly nodes: Informer<Node>;
  readonly pods: PodsByNode;
  readonly heartbeats: Heartbeats;
  readonly times: NodeLifecycleTimes;
}

/** Brings conditions and taints of one node up to what is known of it. */
export class NodeReconciler implements Reconciler {
  readonly #options: NodeReconcilerOptions;
  readonly #granted = new Set<string>();
  readonly #greeted = new Set<string>();
  #buckets: EvictionBuckets = new Map();
  #allDown = false;

  constructor(options: NodeReconcilerOptions) {
    this.#options = options;
  }

  /** Checks all nodes together and returns those to reconcile. */
  due(): readonly string[] {
    const { context, nodes, heartbeats, times } = this.#options;
    const now = context.clock.monotonic();
    const all = nodes.list();
    const wasDown = this.#allDown;
    const plan = planEvictionPermits({ nodes: all, buckets: this.#buckets, now, times });
    this.#buckets = plan.buckets;
    this.#allDown = plan.allDown;
    for (const name of plan.granted) this.#granted.add(name);
    if (wasDown && !plan.allDown) heartbeats.resetGracePeriods(now);
    const spared = plan.allDown ? all.filter(isEvicting) : [];
    const silent = all.filter((node) => !isKnownSilent(node) && heartbeats.isSilent(node, now, times));
    return [...plan.granted, ...[...spared, ...silent].map(({ metadata }) => metadata.name ?? '')];
  }

  async reconcile(name: string): Promise<undefined> {
    const node = this.#options.nodes.get(name);
    if (node === undefined) {
      this.#granted.delete(name);
      this.#greeted.delete(name);
      return;
    }
    this.#initialize(node);
    const judged = await this.#updateReadiness(node);
    await this.#taint(judged);
    if (readiness(judged) !== undefined && !isNodeReady(judged)) await this.#unreadyPods(judged);
  }

  #initialize(node: Node): void {
    const { name = '', creationTimestamp } = node.metadata;
    if (this.#greeted.has(name)) return;
    this.#greeted.add(name);
    const { context } = this.#options;
    if (context.clock.now() - Date.parse(creationTimestamp ?? '') > NEW_MS) return;
    const message = `Node ${name} event: Registered Node ${name} in Controller`;
    context.events.record(node, { type: 'Normal', reason: 'RegisteredNode', message });
  }

  /** Stores that the state of the node is unknown, unless it reports at the same moment. */
  async #updateReadiness(node: Node): Promise<Node> {
    const { context, heartbeats, times } = this.#options;
    const { clock, client, events } = context;
    if (isKnownSilent(node) || !heartbeats.isSilent(node, clock.monotonic(), times)) return node;
    const conditions = silentConditions(node, clock.now());
    if (conditions === undefined) return node;
    const status = { ...node.status, conditions };
    const written = await client.resource(core.v1.nodes).update({ ...node, status }, { subresource: 'status' });
    const message = `Node ${node.metadata.name} status is now: NodeNotReady`;
    if (isNodeReady(node)) events.record(node, { type: 'Normal', reason: 'NodeNotReady', message });
    return written;
  }

  async #taint(node: Node): Promise<void> {
    const { client, clock } = this.#options.context;
    const { name = '', resourceVersion } = node.metadata;
    const taints = planTaints(node, this.#evictionPermit(node), clock.now());
    if (!deepEqual(taints, node.spec?.taints ?? [])) {
      const body = { metadata: { resourceVersion }, spec: { taints } };
      await client.resource(core.v1.nodes).patch(name, { type: 'merge', body });
    }
    // Used up, or not needed any more: the next time it asks again.
    if (evictionTaint(node) === undefined || taints.some(({ effect }) => effect === 'NoExecute')) {
      this.#granted.delete(name);
    }
  }

  #evictionPermit({ metadata }: Node): EvictionPermit {
    if (this.#allDown) return 'suspended';
    return this.#granted.has(metadata.name ?? '') ? 'granted' : 'not yet';
  }

  /** Services must not send traffic to pods that may not run any more. */
  async #unreadyPods(node: Node): Promise<void> {
    const { context, pods } = this.#options;
    const { client, clock, events } = context;
    for (const pod of pods.on(node.metadata.name ?? '').filter(isReady)) {
      const lastTransitionTime = timestamp(clock.now());
      try {
        const condition = { type: 'Ready', status: 'False', reason: 'NodeNotReady', lastTransitionTime };
        await patchPodStatus(client, pod, { conditions: [condition] });
        events.record(pod, { type: 'Warning', reason: 'NodeNotReady', message: 'Node is not ready' });
      } catch (error) {
        // Gone, or another pod of that name.
        if (!isStatusError(error, 'NotFound') && !isStatusError(error, 'Conflict')) throw error;
      }
    }
  }
}

function isKnownSilent(node: Node): boolean {
  return readiness(node)?.status === 'Unknown';
}
