import type { ClusterView } from './cluster-view.ts';
import type { Demand } from './demand.ts';
import { Evaluation, type NodeVerdict } from './evaluation.ts';
import { Heap } from './heap.ts';
import type { NodeInfo } from './node-info.ts';
import type { NominatedPods } from './nominated-pods.ts';
import type { SchedulerProfile } from './plugin.ts';
import { refusedEverywhere, rejectedByAll } from './unschedulable-text.ts';

/** A decision: a node, or why there is none. */
export type Placement = { readonly kind: 'node'; readonly name: string } | NoPlacement;

/** Why there is no node for a pod. */
export interface NoPlacement {
  readonly kind: 'none';
  readonly message: string;
  /** The plugins that stood in the way: only what helps against one of them can help. */
  readonly blockers: ReadonlySet<string>;
  /** By node; empty when the pod was refused before any node was looked at. */
  readonly verdicts: ReadonlyMap<string, NodeVerdict>;
}

/** All that the decisions of a round depend on. */
export interface PlacementRoundOptions {
  readonly profile: SchedulerProfile;
  readonly view: ClusterView;
  readonly nominated: NominatedPods;
  /** Where in the list of nodes to begin looking: moved on from round to round, so that all nodes get their turn. */
  readonly start: number;
}

interface Candidate {
  readonly node: NodeInfo;
  readonly score: number;
  readonly turn: number;
  /** Of the node, when it was judged. */
  readonly version: number;
}

/** Of two with the same score, the one that was found first is better. */
function isBetter(a: Candidate, b: Candidate): boolean {
  return a.score > b.score || (a.score === b.score && a.turn < b.turn);
}

/**
 * Places pods of one kind, one after the other. Each decision has to be assumed in the view before the next is asked
 * for. While decisions concern their own node alone, the nodes are judged once for all pods, and again only those that
 * have more pods since: by that a node never suits better, so the best of those judged lately is the best of all. The
 * results are the same as when each pod is placed in a round of its own from the same start.
 */
export class PlacementRound {
  readonly #options: PlacementRoundOptions;
  readonly #nodes: readonly NodeInfo[];
  readonly #candidates = new Heap<Candidate>(isBetter);
  #evaluation: Evaluation | undefined;
  /** Of the promises, when the nodes were judged. */
  #promises = 0;
  #scanned = 0;
  readonly #epochs: readonly [view: number, nominated: number];
  #failure: NoPlacement | undefined;

  constructor(options: PlacementRoundOptions) {
    this.#options = options;
    this.#nodes = options.view.nodes;
    this.#epochs = [options.view.epoch, options.nominated.epoch];
  }

  /** Whether the round may go on: nothing has happened that could make a node suit better. */
  get isCurrent(): boolean {
    const [view, nominated] = this.#epochs;
    return view === this.#options.view.epoch && nominated === this.#options.nominated.epoch;
  }

  /** The best node for the pod, or why there is none. */
  place(demand: Demand): Placement {
    const { profile, view, nominated } = this.#options;
    const evaluation = this.#kept(demand) ?? new Evaluation(demand, profile, view, nominated);
    if (evaluation !== this.#evaluation) this.#begin(evaluation);
    if (evaluation.refusal !== undefined) return noPlacement(evaluation.refusal, this.#nodes.length);
    const nominatedNode = this.#promised(demand, evaluation);
    const node = nominatedNode ?? (profile.pick ? this.#pick(evaluation, profile.pick) : this.#best(evaluation));
    if (node !== undefined) {
      this.#failure = undefined;
      return { kind: 'node', name: node.name };
    }
    const failure = this.#failure ?? this.#explain(evaluation);
    this.#failure = failure;
    return failure;
  }

  /** The judgement of the nodes so far, if it holds for this pod too. */
  #kept(demand: Demand): Evaluation | undefined {
    if (this.#options.profile.pick !== undefined) return undefined;
    if (this.#options.nominated.epoch !== this.#promises) return undefined;
    // A pod with room promised to it is treated differently from the others of its kind.
    if (this.#options.nominated.nominatedNode(demand.key) !== undefined) return undefined;
    // What was refused before any node was looked at is not seen by what becomes of nodes.
    const kept = this.#evaluation;
    return kept?.scope === 'node' && kept.refusal === undefined ? kept : undefined;
  }

  #begin(evaluation: Evaluation): void {
    this.#evaluation = evaluation;
    this.#promises = this.#options.nominated.epoch;
    this.#candidates.clear();
    this.#scanned = 0;
    this.#failure = undefined;
  }

  #promised({ key }: Demand, evaluation: Evaluation): NodeInfo | undefined {
    const name = this.#options.nominated.nominatedNode(key);
    const node = name === undefined ? undefined : this.#options.view.node(name);
    return node !== undefined && evaluation.reject(node) === undefined ? node : undefined;
  }

  #best(evaluation: Evaluation): NodeInfo | undefined {
    const enough = nodesToFind(this.#nodes.length);
    for (;;) {
      while (this.#candidates.size < enough && this.#scanned < this.#nodes.length) this.#scan(evaluation);
      const best = this.#candidates.first;
      if (best === undefined || best.version === best.node.version) return best?.node;
      this.#candidates.pop();
      this.#judge(evaluation, best.node, best.turn);
    }
  }

  #scan(evaluation: Evaluation): void {
    const turn = this.#scanned;
    const node = this.#nodes[(this.#options.start + turn) % this.#nodes.length];
    this.#scanned += 1;
    if (node !== undefined) this.#judge(evaluation, node, turn);
  }

  #judge(evaluation: Evaluation, node: NodeInfo, turn: number): void {
    if (evaluation.reject(node) !== undefined) return;
    const score = evaluation.score(node);
    this.#candidates.push({ node, score, turn, version: node.version });
  }

  #pick(evaluation: Evaluation, pick: NonNullable<SchedulerProfile['pick']>): NodeInfo | undefined {
    const [first, ...others] = this.#nodes.filter((node) => evaluation.reject(node) === undefined);
    return first === undefined ? undefined : pick([first, ...others]);
  }

  #explain(evaluation: Evaluation): NoPlacement {
    const verdicts = new Map<string, NodeVerdict>();
    const blockers = new Set<string>();
    for (const node of this.#nodes) {
      const verdict = evaluation.reject(node);
      if (verdict === undefined) continue;
      verdicts.set(node.name, verdict);
      blockers.add(verdict.plugin);
    }
    return { kind: 'none', message: rejectedByAll(this.#nodes.length, verdicts.values()), blockers, verdicts };
  }
}

function noPlacement({ plugin, reason }: { plugin: string; reason: string }, nodes: number): Placement {
  const message = refusedEverywhere(nodes, reason);
  return { kind: 'none', message, blockers: new Set([plugin]), verdicts: new Map() };
}

/** In a large cluster a good node among many is as good as the best of all, and much sooner found. */
function nodesToFind(count: number): number {
  if (count <= 100) return count;
  const percent = Math.max(5, 50 - Math.floor(count / 125));
  return Math.max(100, Math.floor((count * percent) / 100));
}
