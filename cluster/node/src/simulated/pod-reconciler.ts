import { RetryableError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { ControllerContext, ReconcileResult, Reconciler, RecordedEvent } from '@kubemin/controller';
import { type Informer, objectKey, type ResourceClient } from '@kubemin/kube';
import { deepEqual, isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Node, Pod, PodStatus } from '@kubemin/kubeapi/types/core.v1';
import type { ConfigTracker, MountEvents } from '../config/index.ts';
import { endedPod, statusPatch } from '../pods/index.ts';
import { NODE_AFFINITY, type NodeAllocations, type PodRejection } from './fleet/node-allocations.ts';
import type { NodeClients } from './fleet/node-clients.ts';
import type { PodAddresses } from './fleet/pod-addresses.ts';
import type { SimulatedFleet } from './fleet/simulated-fleet.ts';
import { nodeAddress } from './node-network.ts';
import { hasEnded } from './pod-phase.ts';
import { simulatePod } from './pod-simulation.ts';
import type { AnnotationEvents } from './rules/annotation-events.ts';
import type { CurrentRules } from './rules/current-rules.ts';
import { podStopRule } from './rules/pod-behaviour.ts';
import type { SimulatedNode } from './simulated-node.ts';

/** Exit codes of a container that ended on SIGTERM, and of one that was killed. */
const TERMINATED = 143;
const KILLED = 137;

/** What the lives of pods are made from. */
export interface PodReconcilerOptions {
  readonly context: ControllerContext;
  readonly clients: NodeClients;
  readonly pods: Informer<Pod>;
  readonly nodes: Pick<Informer<Node>, 'get'>;
  readonly fleet: SimulatedFleet;
  readonly addresses: PodAddresses;
  readonly rooms: NodeAllocations;
  readonly rules: CurrentRules;
  readonly config: ConfigTracker;
  readonly notices: AnnotationEvents;
  readonly mounts: MountEvents;
}

/** Writes the status of pods that are bound to simulated nodes, as if they ran. */
export class PodReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #clients: NodeClients;
  readonly #pods: Informer<Pod>;
  readonly #nodes: Pick<Informer<Node>, 'get'>;
  readonly #fleet: SimulatedFleet;
  readonly #addresses: PodAddresses;
  readonly #rooms: NodeAllocations;
  readonly #rules: CurrentRules;
  readonly #config: ConfigTracker;
  readonly #notices: AnnotationEvents;
  readonly #mounts: MountEvents;

  constructor({
    context,
    clients,
    pods,
    nodes,
    fleet,
    addresses,
    rooms,
    rules,
    config,
    notices,
    mounts,
  }: PodReconcilerOptions) {
    this.#context = context;
    this.#clients = clients;
    this.#pods = pods;
    this.#nodes = nodes;
    this.#fleet = fleet;
    this.#addresses = addresses;
    this.#rooms = rooms;
    this.#rules = rules;
    this.#config = config;
    this.#notices = notices;
    this.#mounts = mounts;
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const pod = this.#pods.get(key);
    const node = this.#fleet.get(pod?.spec?.nodeName ?? '');
    if (pod === undefined || node === undefined) return undefined;
    // A node that has fallen silent does nothing for its pods, not even let them go.
    if (this.#rules.current.node(node.name)?.stopped) return undefined;
    if (pod.metadata.deletionTimestamp !== undefined) return this.#stop(pod);
    if (hasEnded(pod.status)) return undefined;
    return this.#live(pod, node);
  }

  async #live(pod: Pod, node: SimulatedNode): Promise<ReconcileResult | undefined> {
    const occurredAt = this.#context.clock.now();
    const refusal = await this.#admit(pod, node);
    if (refusal !== undefined) return this.#refuse(pod, refusal);
    this.#record(pod, this.#notices.newEvents(pod));
    const hostIP = nodeAddress(node.number);
    const podIP = pod.spec?.hostNetwork === true ? hostIP : this.#address(pod, node);
    const step = simulatePod(pod, {
      now: occurredAt,
      hostIP,
      podIP,
      rules: this.#rules.current,
      config: this.#config,
    });
    this.#config.await(pod, step.awaits);
    if (!isCurrent(pod.status, step.status)) {
      const isWritten = await this.#writeStatus(pod, step.status);
      if (!isWritten) return undefined;
      this.#record(
        pod,
        step.events.map((event) => ({ ...event, occurredAt })),
      );
    }
    this.#record(pod, this.#mounts.newEvents(pod, step.unmounted));
    return step.wakeAfterMs === undefined ? undefined : { requeueAfterMs: step.wakeAfterMs };
  }

  /** Only a pod that its node has not taken yet can be refused. */
  async #admit(pod: Pod, { name, capacity }: SimulatedNode): Promise<PodRejection | undefined> {
    if (pod.status?.startTime !== undefined) return undefined;
    const lies = this.#rules.current.node(name)?.capacity ?? {};
    const claimed = Object.keys(lies).length === 0 ? capacity : { ...capacity, ...lies };
    const refusal = this.#rooms.admit(pod, { name, capacity: claimed, node: this.#nodes.get(name) });
    if (refusal?.reason !== NODE_AFFINITY) return refusal;
    // The scheduler may have seen labels that have not arrived here yet.
    const node = await this.#clients.get(name).resource(core.v1.nodes).find(name);
    // Meanwhile it may have been resized, or be gone.
    const latest = this.#pods.get(objectKey(pod));
    if (latest === undefined || latest.metadata.uid !== pod.metadata.uid) return refusal;
    return this.#rooms.admit(latest, { name, capacity: claimed, node });
  }

  async #refuse(pod: Pod, { reason, message }: PodRejection): Promise<undefined> {
    const isWritten = await this.#writeStatus(pod, {
      phase: 'Failed',
      reason,
      message: `Pod was rejected: ${message}`,
    });
    if (isWritten) this.#record(pod, [{ type: 'Warning', reason, message }]);
  }

  #record(pod: Pod, events: readonly RecordedEvent[]): void {
    const host = pod.spec?.nodeName ?? '';
    const source = { component: 'kubelet', host };
    for (const event of events) this.#context.events.record(pod, { ...event, source }, this.#clients.get(host));
  }

  async #stop(pod: Pod): Promise<ReconcileResult | undefined> {
    const { clock } = this.#context;
    const { deletionTimestamp = '', deletionGracePeriodSeconds = 0 } = pod.metadata;
    const graceMs = deletionGracePeriodSeconds * 1000;
    const { delayMs, ignoresGrace } = podStopRule(pod, this.#rules.current);
    const stopDelayMs = ignoresGrace ? delayMs : Math.min(delayMs, graceMs);
    const left = Date.parse(deletionTimestamp) - graceMs + stopDelayMs - clock.now();
    if (stopDelayMs > 0 && left > 0) return { requeueAfterMs: left };
    // The holder of a finalizer must see the end of the pod. Otherwise it is deleted at once, and the write is saved.
    if (isHeld(pod) && !hasEnded(pod.status)) {
      await this.#writeStatus(
        pod,
        endedPod(pod, { now: clock.now(), exitCode: delayMs > graceMs ? KILLED : TERMINATED }),
      );
    }
    // Otherwise the node has released it already; a finalizer holds it, which another component removes.
    if (deletionGracePeriodSeconds > 0) await this.#release(pod);
    return undefined;
  }

  async #release(pod: Pod): Promise<void> {
    const { name = '', uid } = pod.metadata;
    try {
      await this.#podsBeside(pod).delete(name, { gracePeriodSeconds: 0, preconditions: { uid } });
    } catch (error) {
      if (!isStatusError(error, 'NotFound') && !isStatusError(error, 'Conflict')) throw error;
    }
  }

  /** Whether the pod was still there to be written to. */
  async #writeStatus(pod: Pod, status: PodStatus): Promise<boolean> {
    const { name = '', uid } = pod.metadata;
    try {
      const body = { metadata: { uid }, status: statusPatch(pod.status, status) };
      await this.#podsBeside(pod).patch(name, { type: 'strategic', body }, { subresource: 'status' });
      return true;
    } catch (error) {
      if (!isStatusError(error, 'NotFound')) throw error;
      return false;
    }
  }

  /** The pods of its namespace, as its node may write them. */
  #podsBeside({ metadata, spec }: Pod): ResourceClient<Pod> {
    return this.#clients.get(spec?.nodeName ?? '').resource(core.v1.pods, metadata.namespace);
  }

  #address({ metadata, status }: Pod, node: SimulatedNode): string {
    const address = status?.podIP || this.#addresses.claim(metadata.uid ?? '', node.number);
    if (address !== undefined) return address;
    throw new RetryableError(verbatim(`node ${node.name} has no pod address left`), {
      code: 'POD_ADDRESSES_EXHAUSTED',
    });
  }
}

/** Keeps the book of addresses in step with the pods there are. */
export function followAddresses(pods: Informer<Pod>, addresses: PodAddresses): void {
  pods.onChange(({ type, object: { metadata, status } }) => {
    const { uid = '' } = metadata;
    if (type === 'deleted' || hasEnded(status)) addresses.release(uid);
    else if (status?.podIP) addresses.hold(uid, status.podIP);
  });
}

function isHeld({ metadata }: Pod): boolean {
  return (metadata.finalizers?.length ?? 0) > 0;
}

/** Whether the stored status has all of this: conditions by type, the rest field by field. */
function isCurrent(stored: PodStatus | undefined, { conditions = [], ...rest }: PodStatus): boolean {
  const known: Readonly<Record<string, unknown>> = { ...stored };
  if (!Object.entries(rest).every(([field, value]) => deepEqual(known[field], value))) return false;
  return conditions.every((wanted) => {
    const found = stored?.conditions?.find(({ type }) => type === wanted.type);
    return found?.status === wanted.status && found.reason === wanted.reason && found.message === wanted.message;
  });
}
