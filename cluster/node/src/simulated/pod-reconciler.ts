import { RetryableError } from '@kubemin/base';
import type { ControllerContext, ReconcileResult, Reconciler, RecordedEvent } from '@kubemin/controller';
import { type Informer, objectKey, type ResourceClient } from '@kubemin/kube';
import { deepEqual, isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Node, Pod, PodStatus } from '@kubemin/kubeapi/types/core.v1';
import type { ConfigBook } from '../config/config-book.ts';
import type { MountNotices } from '../config/mount-notices.ts';
import { endedPod } from '../pods/pod-end.ts';
import { statusPatch } from '../pods/status-patch.ts';
import type { NodeClients } from './fleet/node-clients.ts';
import { NODE_AFFINITY, type NodeRooms, type PodRefusal } from './fleet/node-rooms.ts';
import type { PodAddresses } from './fleet/pod-addresses.ts';
import type { SimulatedFleet } from './fleet/simulated-fleet.ts';
import { nodeAddress } from './node-network.ts';
import { hasEnded } from './pod-phase.ts';
import { simulatePod } from './pod-simulation.ts';
import type { AnnotationNotices } from './rules/annotation-notices.ts';
import { stopOf } from './rules/pod-behaviour.ts';
import type { RuleBook } from './rules/rule-book.ts';
import type { SimulatedNode } from './simulated-node.ts';

/** How a container ends that was told to, and one that took no notice. */
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
  readonly rooms: NodeRooms;
  readonly rules: RuleBook;
  readonly config: ConfigBook;
  readonly notices: AnnotationNotices;
  readonly mounts: MountNotices;
}

/** Lets pods that are bound to simulated nodes live and die, as far as the API can tell. */
export class PodReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #clients: NodeClients;
  readonly #pods: Informer<Pod>;
  readonly #nodes: Pick<Informer<Node>, 'get'>;
  readonly #fleet: SimulatedFleet;
  readonly #addresses: PodAddresses;
  readonly #rooms: NodeRooms;
  readonly #rules: RuleBook;
  readonly #config: ConfigBook;
  readonly #notices: AnnotationNotices;
  readonly #mounts: MountNotices;

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
    this.#say(pod, this.#notices.newsOf(pod));
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
    if (!covers(pod.status, step.status)) {
      const told = await this.#tell(pod, step.status);
      if (!told) return undefined;
      this.#say(
        pod,
        step.events.map((event) => ({ ...event, occurredAt })),
      );
    }
    this.#say(pod, this.#mounts.newsOf(pod, step.unmounted));
    return step.wakeAfterMs === undefined ? undefined : { requeueAfterMs: step.wakeAfterMs };
  }

  /** Only a pod that its node has not taken yet can be refused. */
  async #admit(pod: Pod, { name, capacity }: SimulatedNode): Promise<PodRefusal | undefined> {
    if (pod.status?.startTime !== undefined) return undefined;
    const lies = this.#rules.current.node(name)?.capacity ?? {};
    const claimed = Object.keys(lies).length === 0 ? capacity : { ...capacity, ...lies };
    const refusal = this.#rooms.admit(pod, { name, capacity: claimed, node: this.#nodes.get(name) });
    if (refusal?.reason !== NODE_AFFINITY) return refusal;
    // Whoever bound the pod may have seen labels that have not come here yet.
    const node = await this.#clients.of(name).resource(core.v1.nodes).find(name);
    // Meanwhile it may have been resized, or be gone.
    const latest = this.#pods.get(objectKey(pod));
    if (latest === undefined || latest.metadata.uid !== pod.metadata.uid) return refusal;
    return this.#rooms.admit(latest, { name, capacity: claimed, node });
  }

  async #refuse(pod: Pod, { reason, message }: PodRefusal): Promise<undefined> {
    const told = await this.#tell(pod, { phase: 'Failed', reason, message: `Pod was rejected: ${message}` });
    if (told) this.#say(pod, [{ type: 'Warning', reason, message }]);
  }

  #say(pod: Pod, events: readonly RecordedEvent[]): void {
    const host = pod.spec?.nodeName ?? '';
    const source = { component: 'kubelet', host };
    for (const event of events) this.#context.events.record(pod, { ...event, source }, this.#clients.of(host));
  }

  async #stop(pod: Pod): Promise<ReconcileResult | undefined> {
    const { clock } = this.#context;
    const { deletionTimestamp = '', deletionGracePeriodSeconds = 0 } = pod.metadata;
    const graceMs = deletionGracePeriodSeconds * 1000;
    const { delayMs, ignoresGrace } = stopOf(pod, this.#rules.current);
    const stopDelayMs = ignoresGrace ? delayMs : Math.min(delayMs, graceMs);
    const left = Date.parse(deletionTimestamp) - graceMs + stopDelayMs - clock.now();
    if (stopDelayMs > 0 && left > 0) return { requeueAfterMs: left };
    // Whoever holds the pod has to see its end. Of any other nothing is left to be seen, and the write is saved.
    if (isHeld(pod) && !hasEnded(pod.status)) {
      await this.#tell(pod, endedPod(pod, { now: clock.now(), exitCode: delayMs > graceMs ? KILLED : TERMINATED }));
    }
    // Otherwise the node has released it already; a finalizer holds it, which is somebody else's to remove.
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
  async #tell(pod: Pod, status: PodStatus): Promise<boolean> {
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
    return this.#clients.of(spec?.nodeName ?? '').resource(core.v1.pods, metadata.namespace);
  }

  #address({ metadata, status }: Pod, node: SimulatedNode): string {
    const address = status?.podIP || this.#addresses.claim(metadata.uid ?? '', node.number);
    if (address !== undefined) return address;
    throw new RetryableError(`node ${node.name} has no pod address left`, { code: 'POD_ADDRESSES_EXHAUSTED' });
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

/** Whether the stored status says all that is to be said: conditions by type, the rest field by field. */
function covers(stored: PodStatus | undefined, { conditions = [], ...rest }: PodStatus): boolean {
  const known: Readonly<Record<string, unknown>> = { ...stored };
  if (!Object.entries(rest).every(([field, value]) => deepEqual(known[field], value))) return false;
  return conditions.every((wanted) => {
    const found = stored?.conditions?.find(({ type }) => type === wanted.type);
    return found?.status === wanted.status && found.reason === wanted.reason && found.message === wanted.message;
  });
}
