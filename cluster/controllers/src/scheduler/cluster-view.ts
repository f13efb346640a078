import type { Clock } from '@kubemin/base';
import type { Change } from '@kubemin/kube';
import { deepEqual } from '@kubemin/kubeapi';
import type { Namespace, Node, Pod } from '@kubemin/kubeapi/types/core.v1';
import type { ResourceClaim } from '@kubemin/kubeapi/types/resource.v1';
import { isFinished } from '../pod-owner/index.ts';
import type { ClusterEvent } from './cluster-event.ts';
import { type Demand, podDemand } from './demand.ts';
import { NodeInfo } from './node-info.ts';
import { PlacedTerms } from './placed-terms.ts';
import { mattersToNeighbours, samePlacementFacts } from './placement-facts.ts';
import { type PlacedPod, PodTallies } from './pod-tallies.ts';
import { NO_TERMS } from './pod-terms.ts';
import { NO_STORAGE, type StorageLookup } from './storage-lookup.ts';

/** Finds a claim for devices by namespace and name. */
export type ResourceClaimLookup = (key: string) => ResourceClaim | undefined;

/** A pod that counts, and since when. */
interface CountedPod extends PlacedPod {
  readonly sinceMs?: number;
}

/** What a view dates pods by, and looks other objects up in. */
export interface ClusterViewOptions {
  readonly clock: Clock;
  readonly storage?: StorageLookup;
  readonly resourceClaim?: ResourceClaimLookup;
}

/**
 * The nodes with everything promised on them. A decision counts from the moment it is made (`assume`), not from when
 * the API server's watch brings it back, so decisions made meanwhile never promise the same room twice.
 */
export class ClusterView {
  readonly storage: StorageLookup;
  readonly resourceClaim: ResourceClaimLookup;
  readonly #clock: Clock;
  readonly terms = new PlacedTerms();
  readonly tallies: PodTallies;
  readonly #nodes = new Map<string, NodeInfo>();
  /** Where each counted pod is, whether bound or assumed. Pods may be bound to nodes that are not known (yet). */
  readonly #placed = new Map<string, CountedPod>();
  readonly #strays = new Map<string, Set<string>>();
  readonly #assumed = new Set<string>();
  readonly #namespaces = new Map<string, Readonly<Record<string, string>>>();
  readonly #priorities = new Map<number, number>();
  readonly #claimUsers = new Map<string, number>();
  #list: readonly NodeInfo[] | undefined;
  #epoch = 0;

  constructor({ clock, storage = NO_STORAGE, resourceClaim = () => undefined }: ClusterViewOptions) {
    this.#clock = clock;
    this.storage = storage;
    this.resourceClaim = resourceClaim;
    this.tallies = new PodTallies(() => this.#placed.values(), this.namespaceLabels);
  }

  get nodes(): readonly NodeInfo[] {
    this.#list ??= [...this.#nodes.values()];
    return this.#list;
  }

  /**
   * Another number after each change by which a node may suit a pod better than before. Pods that take room are no such
   * change, unless they have affinity terms: they are seen by the versions of their nodes.
   */
  get epoch(): number {
    return this.#epoch;
  }

  node(name: string): NodeInfo | undefined {
    return this.#nodes.get(name);
  }

  readonly namespaceLabels = (namespace: string): Readonly<Record<string, string>> | undefined =>
    this.#namespaces.get(namespace);

  /** How many pods that have a node mount the claim. */
  claimUsers(key: string): number {
    return this.#claimUsers.get(key) ?? 0;
  }

  /** Whether any pod that has a node is less important. */
  hasBelow(priority: number): boolean {
    for (const other of this.#priorities.keys()) if (other < priority) return true;
    return false;
  }

  /** The node that a pod was given and whose binding is not confirmed yet. */
  assumedNode(key: string): string | undefined {
    return this.#assumed.has(key) ? this.#placed.get(key)?.node : undefined;
  }

  assume(key: string, demand: Demand, node: string): void {
    this.#place(key, demand, node);
    this.#assumed.add(key);
  }

  /** Takes an assumption back: the binding was refused. */
  forget(key: string): ClusterEvent | undefined {
    return this.#assumed.has(key) ? this.#remove(key) : undefined;
  }

  /** Removes a pod for a trial; the returned function puts it back. Nothing may be awaited in between. */
  lift(key: string): () => void {
    const placed = this.#placed.get(key);
    if (placed === undefined) return () => undefined;
    this.#placed.delete(key);
    this.#discount(key, placed);
    return () => {
      this.#placed.set(key, placed);
      this.#count(key, placed);
    };
  }

  /** What is seen when these pods are taken to be where they are not; nothing may be awaited meanwhile. */
  suppose<T>(pods: readonly PlacedPod[], look: () => T): T {
    const epoch = this.#epoch;
    const supposed = pods.filter(({ demand }) => !this.#placed.has(demand.key));
    for (const pod of supposed) {
      this.#placed.set(pod.demand.key, pod);
      this.#count(pod.demand.key, pod);
    }
    try {
      return look();
    } finally {
      for (const pod of supposed) {
        this.#placed.delete(pod.demand.key);
        this.#discount(pod.demand.key, pod);
      }
      // Everything is as it was: no pod has to be tried again.
      this.#epoch = epoch;
    }
  }

  /** What the change means to pods that wait; undefined when it means nothing to them. */
  observePod({ type, key, object: pod }: Change<Pod>): ClusterEvent | undefined {
    const node = pod.spec?.nodeName;
    if (type === 'deleted' || isFinished(pod)) return this.#remove(key);
    if (node === undefined || node === '') return undefined;
    const assumed = this.#assumed.delete(key);
    const before = this.#placed.get(key);
    if (before?.node === node && !mattersToNeighbours(before.demand.pod, pod)) {
      return assumed ? { kind: 'pod-placed', node, demand: before.demand } : undefined;
    }
    const demand = podDemand(pod);
    this.#place(key, demand, node);
    const moved = before !== undefined && before.node !== node;
    return moved ? { kind: 'pod-left', node: before.node, demand } : { kind: 'pod-placed', node, demand };
  }

  observeNode({ type, key, object: node }: Change<Node>): ClusterEvent | undefined {
    const known = this.#nodes.get(key);
    if (type === 'deleted') {
      this.#epoch += 1;
      this.#list = undefined;
      this.#nodes.delete(key);
      if (known !== undefined && known.pods.size > 0) this.#strays.set(key, new Set(known.pods.keys()));
      return { kind: 'node-gone', node: key };
    }
    if (known !== undefined) {
      // A heartbeat changes nothing that counts here.
      if (samePlacementFacts(known.node, node)) return undefined;
      this.#epoch += 1;
      known.observe(node);
      return { kind: 'node', node: key };
    }
    this.#epoch += 1;
    this.#list = undefined;
    const info = new NodeInfo(node);
    this.#nodes.set(key, info);
    for (const pod of this.#strays.get(key) ?? []) {
      const placed = this.#placed.get(pod);
      if (placed !== undefined) info.add(pod, placed.demand, placed.sinceMs);
    }
    this.#strays.delete(key);
    return { kind: 'node', node: key };
  }

  observeNamespace({ type, key, object }: Change<Namespace>): ClusterEvent | undefined {
    const before = this.#namespaces.get(key);
    const after = type === 'deleted' ? undefined : (object.metadata.labels ?? {});
    if (deepEqual(before, after)) return undefined;
    if (after === undefined) this.#namespaces.delete(key);
    else this.#namespaces.set(key, after);
    this.#epoch += 1;
    this.tallies.clear();
    return { kind: 'namespace' };
  }

  #place(key: string, demand: Demand, node: string): void {
    const before = this.#placed.get(key);
    if (before !== undefined) this.#discount(key, before);
    const known = before?.node === node ? before.sinceMs : undefined;
    const sinceMs = known ?? this.#countedSince(demand);
    const placed = { node, demand, sinceMs };
    this.#placed.set(key, placed);
    this.#count(key, placed);
  }

  /** One that was there before this program was has started some time ago. */
  #countedSince({ pod }: Demand): number {
    const startedMs = Date.parse(pod.status?.startTime ?? '');
    return Number.isNaN(startedMs) ? this.#clock.now() : startedMs;
  }

  #remove(key: string): ClusterEvent | undefined {
    this.#assumed.delete(key);
    const before = this.#placed.get(key);
    if (before === undefined) return undefined;
    this.#placed.delete(key);
    this.#discount(key, before);
    return { kind: 'pod-left', node: before.node, demand: before.demand };
  }

  #count(key: string, { demand, node, sinceMs }: CountedPod): void {
    if (demand.terms !== NO_TERMS) this.#epoch += 1;
    const info = this.#nodes.get(node);
    if (info !== undefined) info.add(key, demand, sinceMs);
    else this.#strays.set(node, (this.#strays.get(node) ?? new Set()).add(key));
    this.tallies.add(demand, node);
    this.terms.add(demand, node);
    adjust(this.#priorities, demand.priority, 1);
    for (const claim of demand.claims) adjust(this.#claimUsers, claim, 1);
  }

  #discount(key: string, { demand, node }: PlacedPod): void {
    this.#epoch += 1;
    this.#nodes.get(node)?.remove(key);
    this.#strays.get(node)?.delete(key);
    this.tallies.remove(demand, node);
    this.terms.remove(demand, node);
    adjust(this.#priorities, demand.priority, -1);
    for (const claim of demand.claims) adjust(this.#claimUsers, claim, -1);
  }
}

function adjust<K>(counts: Map<K, number>, key: K, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
