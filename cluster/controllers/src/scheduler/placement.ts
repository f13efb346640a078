import type { Demand } from './demand.ts';
import type { NodeInfo } from './node-info.ts';
import type { SchedulerProfile } from './policy.ts';

/** A decision: a node, or why there is none. */
export type Placement =
  | { readonly kind: 'node'; readonly name: string }
  | { readonly kind: 'none'; readonly message: string };

/** All that a decision depends on. */
export interface PlacementRequest {
  readonly demand: Demand;
  readonly nodes: readonly NodeInfo[];
  readonly profile: SchedulerProfile;
  /** Where in `nodes` to begin looking: moved on from pod to pod, so that all nodes get their turn. */
  readonly start: number;
}

/** The best node for the pod, or why there is none. Decides only: nothing is changed. */
export function place({ demand, nodes, profile, start }: PlacementRequest): Placement {
  const enough = nodesToFind(nodes.length);
  const reasons = new Map<string, number>();
  let best: NodeInfo | undefined;
  let bestScore = Number.NEGATIVE_INFINITY;
  let found = 0;
  for (let index = 0; index < nodes.length && found < enough; index += 1) {
    const node = nodes[(start + index) % nodes.length];
    if (node === undefined || rejected(demand, node, profile, reasons)) continue;
    found += 1;
    const score = scoreOf(demand, node, profile);
    if (score <= bestScore) continue;
    best = node;
    bestScore = score;
  }
  if (best !== undefined) return { kind: 'node', name: best.node.metadata.name ?? '' };
  return { kind: 'none', message: explain(nodes.length, reasons) };
}

/** "0/3 nodes are available: 1 node(s) had untolerated taint {a: b}, 2 Insufficient cpu." */
function explain(nodes: number, reasons: ReadonlyMap<string, number>): string {
  if (nodes === 0) return 'no nodes available to schedule pods';
  const parts = [...reasons].map(([reason, count]) => `${count} ${reason}`).sort();
  return `0/${nodes} nodes are available: ${parts.join(', ')}.`;
}

function rejected(
  demand: Demand,
  node: NodeInfo,
  { filters }: SchedulerProfile,
  reasons: Map<string, number>,
): boolean {
  for (const filter of filters) {
    const rejections = filter.reject(demand, node);
    if (rejections === undefined || rejections.length === 0) continue;
    for (const reason of rejections) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    return true;
  }
  return false;
}

function scoreOf(demand: Demand, node: NodeInfo, { scores }: SchedulerProfile): number {
  return scores.reduce((sum, policy) => sum + policy.weight * policy.score(demand, node), 0);
}

/** In a large cluster a good node among many is as good as the best of all, and much sooner found. */
function nodesToFind(count: number): number {
  if (count <= 100) return count;
  const percent = Math.max(5, 50 - Math.floor(count / 125));
  return Math.max(100, Math.floor((count * percent) / 100));
}
