import type { Informer } from '@kubemin/kube';
import {
  type Amounts,
  deepEqual,
  type HostPort,
  parseAmounts,
  podHostPorts,
  podRequests,
  podSelectsNode,
  TakenPorts,
} from '@kubemin/kubeapi';
import type { Node, Pod } from '@kubemin/kubeapi/types/core.v1';
import { hasEnded } from '../pod-phase.ts';

/** The node that a pod is bound to. */
export interface NodeOffer {
  readonly name: string;
  /** Quantities by resource, as the node claims to have them. */
  readonly capacity: Readonly<Record<string, string>>;
  /** Its labels are asked; undefined while nothing is known of them. */
  readonly node: Node | undefined;
}

/** Why a node does not take a pod, in a kubelet's words. */
export interface PodRejection {
  readonly reason: string;
  readonly message: string;
}

interface NodeUsage {
  readonly used: Record<string, number>;
  readonly ports: TakenPorts;
}

interface PodAllocation {
  readonly room: NodeUsage;
  readonly requests: Amounts;
  readonly ports: readonly HostPort[];
}

/** The reason of a refusal for want of labels. */
export const NODE_AFFINITY = 'NodeAffinity';

/** Checked in this order, as by a kubelet; other resources come after. */
const FIRST = ['pods', 'cpu', 'memory', 'ephemeral-storage'];

/**
 * The resources of each node that its pods have allocated. A pod that was admitted stays, whatever becomes of the node; a new one
 * must fit into what is left. The sums are kept up to date: each pod is counted once, and again when it is resized.
 */
export class NodeAllocations {
  readonly #rooms = new Map<string, NodeUsage>();
  readonly #stays = new Map<string, PodAllocation>();
  readonly #capacities = new WeakMap<object, Amounts>();

  /** Admits the pod, unless it is there already; returns the reason where it does not fit. */
  admit(pod: Pod, offer: NodeOffer): PodRejection | undefined {
    if (this.#stays.has(pod.metadata.uid ?? '')) return undefined;
    const stay = this.#allocation(pod, offer.name);
    const refusal =
      tooLittle(stay, this.#capacity(offer.capacity)) ?? affinityMismatch(pod, offer.node) ?? portTaken(stay);
    if (refusal === undefined) this.#enter(pod, stay);
    return refusal;
  }

  /** The pod was taken in before, perhaps in an earlier run of the program. */
  hold(pod: Pod): void {
    if (!this.#stays.has(pod.metadata.uid ?? '')) this.#enter(pod, this.#allocation(pod, pod.spec?.nodeName ?? ''));
  }

  /** The pod asks for something else than before; it has been taken in, so it has it. */
  resize(pod: Pod): void {
    const { uid = '' } = pod.metadata;
    if (!this.#stays.has(uid)) return;
    this.release(uid);
    this.hold(pod);
  }

  release(uid: string): void {
    const stay = this.#stays.get(uid);
    if (stay === undefined) return;
    this.#stays.delete(uid);
    const { room, requests, ports } = stay;
    for (const [name, amount] of Object.entries(requests)) room.used[name] = (room.used[name] ?? 0) - amount;
    for (const port of ports) room.ports.release(port);
  }

  #enter({ metadata }: Pod, stay: PodAllocation): void {
    const { room, requests, ports } = stay;
    this.#stays.set(metadata.uid ?? '', stay);
    for (const [name, amount] of Object.entries(requests)) room.used[name] = (room.used[name] ?? 0) + amount;
    for (const port of ports) room.ports.take(port);
  }

  #allocation(pod: Pod, node: string): PodAllocation {
    const room = this.#rooms.get(node) ?? { used: {}, ports: new TakenPorts() };
    this.#rooms.set(node, room);
    return { room, requests: podRequests(pod), ports: podHostPorts(pod) };
  }

  #capacity(quantities: Readonly<Record<string, string>>): Amounts {
    const amounts = this.#capacities.get(quantities) ?? parseAmounts(quantities);
    this.#capacities.set(quantities, amounts);
    return amounts;
  }
}

/**
 * Keeps the book in step with the pods there are. Those of all nodes are in it: which ones are simulated may be known only
 * after the pods that run there, and may change.
 */
export function followAllocations(pods: Informer<Pod>, rooms: NodeAllocations): void {
  pods.onChange(({ type, object, old }) => {
    const { metadata, status } = object;
    if (type === 'deleted' || hasEnded(status)) return rooms.release(metadata.uid ?? '');
    if (old !== undefined && !hasSameRequests(old, object)) rooms.resize(object);
    if (status?.startTime !== undefined) rooms.hold(object);
  });
}

/** Of what a pod asks for, only this can change once it has a node. */
function hasSameRequests({ spec: was }: Pod, { spec: is }: Pod): boolean {
  return (
    deepEqual(was?.containers, is?.containers) &&
    deepEqual(was?.initContainers, is?.initContainers) &&
    deepEqual(was?.resources, is?.resources)
  );
}

/** A resource that the node does not have is not checked: another component of the cluster provides it. */
function tooLittle({ room, requests }: PodAllocation, capacity: Amounts): PodRejection | undefined {
  const names = new Set([...FIRST, ...Object.keys(requests)]);
  for (const name of names) {
    const [requested = 0, used = 0, there] = [requests[name], room.used[name], capacity[name]];
    if (requested === 0 || there === undefined || used + requested <= there) continue;
    const amounts = `requested: ${requested}, used: ${used}, capacity: ${there}`;
    return { reason: `OutOf${name}`, message: `Node didn't have enough resource: ${name}, ${amounts}` };
  }
  return undefined;
}

function affinityMismatch(pod: Pod, node: Node | undefined): PodRejection | undefined {
  if (node === undefined || podSelectsNode(pod, node)) return undefined;
  return rejection(NODE_AFFINITY, "node(s) didn't match Pod's node affinity/selector");
}

function portTaken({ room, ports }: PodAllocation): PodRejection | undefined {
  if (ports.every((port) => room.ports.isFree(port))) return undefined;
  return rejection('NodePorts', "node(s) didn't have free ports for the requested pod ports");
}

function rejection(predicate: string, why: string): PodRejection {
  return { reason: predicate, message: `Predicate ${predicate} failed: ${why}` };
}
