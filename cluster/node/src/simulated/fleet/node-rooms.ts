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
export interface RoomOffer {
  readonly name: string;
  /** Quantities by resource, as the node claims to have them. */
  readonly capacity: Readonly<Record<string, string>>;
  /** Its labels are asked; undefined while nothing is known of them. */
  readonly node: Node | undefined;
}

/** Why a node does not take a pod, in a kubelet's words. */
export interface PodRefusal {
  readonly reason: string;
  readonly message: string;
}

interface Room {
  readonly used: Record<string, number>;
  readonly ports: TakenPorts;
}

interface Stay {
  readonly room: Room;
  readonly requests: Amounts;
  readonly ports: readonly HostPort[];
}

/** The reason of a refusal for want of labels. */
export const NODE_AFFINITY = 'NodeAffinity';

/** Asked in this order, as by a kubelet; whatever else there is comes after. */
const FIRST = ['pods', 'cpu', 'memory', 'ephemeral-storage'];

/**
 * What the pods on each node take of it. A pod that was taken in stays, whatever becomes of the node; one that comes is
 * measured by what is left. It is a book that is kept, not a count: each pod is worked out once, and anew when it is resized.
 */
export class NodeRooms {
  readonly #rooms = new Map<string, Room>();
  readonly #stays = new Map<string, Stay>();
  readonly #capacities = new WeakMap<object, Amounts>();

  /** Takes the pod in, unless it is there already; answers why not where it does not fit. */
  admit(pod: Pod, offer: RoomOffer): PodRefusal | undefined {
    if (this.#stays.has(pod.metadata.uid ?? '')) return undefined;
    const stay = this.#stayOf(pod, offer.name);
    const refusal = tooLittle(stay, this.#capacityOf(offer.capacity)) ?? mismatch(pod, offer.node) ?? portTaken(stay);
    if (refusal === undefined) this.#enter(pod, stay);
    return refusal;
  }

  /** The pod was taken in before, perhaps in an earlier run of the program. */
  hold(pod: Pod): void {
    if (!this.#stays.has(pod.metadata.uid ?? '')) this.#enter(pod, this.#stayOf(pod, pod.spec?.nodeName ?? ''));
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

  #enter({ metadata }: Pod, stay: Stay): void {
    const { room, requests, ports } = stay;
    this.#stays.set(metadata.uid ?? '', stay);
    for (const [name, amount] of Object.entries(requests)) room.used[name] = (room.used[name] ?? 0) + amount;
    for (const port of ports) room.ports.take(port);
  }

  #stayOf(pod: Pod, node: string): Stay {
    const room = this.#rooms.get(node) ?? { used: {}, ports: new TakenPorts() };
    this.#rooms.set(node, room);
    return { room, requests: podRequests(pod), ports: podHostPorts(pod) };
  }

  #capacityOf(quantities: Readonly<Record<string, string>>): Amounts {
    const amounts = this.#capacities.get(quantities) ?? parseAmounts(quantities);
    this.#capacities.set(quantities, amounts);
    return amounts;
  }
}

/**
 * Keeps the book in step with the pods there are. Those of all nodes are in it: which ones are simulated may be known only
 * after the pods that run there, and may change.
 */
export function followRooms(pods: Informer<Pod>, rooms: NodeRooms): void {
  pods.onChange(({ type, object, old }) => {
    const { metadata, status } = object;
    if (type === 'deleted' || hasEnded(status)) return rooms.release(metadata.uid ?? '');
    if (old !== undefined && !asksForTheSame(old, object)) rooms.resize(object);
    if (status?.startTime !== undefined) rooms.hold(object);
  });
}

/** Of what a pod asks for, only this can change once it has a node. */
function asksForTheSame({ spec: was }: Pod, { spec: is }: Pod): boolean {
  return (
    deepEqual(was?.containers, is?.containers) &&
    deepEqual(was?.initContainers, is?.initContainers) &&
    deepEqual(was?.resources, is?.resources)
  );
}

/** A resource that the node does not know is not its own to give: somebody else in the cluster does. */
function tooLittle({ room, requests }: Stay, capacity: Amounts): PodRefusal | undefined {
  const names = new Set([...FIRST, ...Object.keys(requests)]);
  for (const name of names) {
    const [requested = 0, used = 0, there] = [requests[name], room.used[name], capacity[name]];
    if (requested === 0 || there === undefined || used + requested <= there) continue;
    const amounts = `requested: ${requested}, used: ${used}, capacity: ${there}`;
    return { reason: `OutOf${name}`, message: `Node didn't have enough resource: ${name}, ${amounts}` };
  }
  return undefined;
}

function mismatch(pod: Pod, node: Node | undefined): PodRefusal | undefined {
  if (node === undefined || podSelectsNode(pod, node)) return undefined;
  return failed(NODE_AFFINITY, "node(s) didn't match Pod's node affinity/selector");
}

function portTaken({ room, ports }: Stay): PodRefusal | undefined {
  if (ports.every((port) => room.ports.isFree(port))) return undefined;
  return failed('NodePorts', "node(s) didn't have free ports for the requested pod ports");
}

function failed(predicate: string, why: string): PodRefusal {
  return { reason: predicate, message: `Predicate ${predicate} failed: ${why}` };
}
