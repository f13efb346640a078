import type { Demand } from './demand.ts';
import type { NodeVerdict } from './evaluation.ts';
import { counted } from './unschedulable-text.ts';
import { type NodeVictims, type VictimSearch, victimsOn } from './victims.ts';

/** Whether and where a pod may take the place of others. */
export type Preemption =
  | { readonly kind: 'preempt'; readonly node: string; readonly victims: readonly Demand[] }
  /**
   * Not now: 'awaited' while pods are still leaving for it. The message is appended to the reasons why the pod found
   * no node.
   */
  | { readonly kind: 'none' | 'awaited'; readonly message: string };

/** What preemption is decided from. */
export interface PreemptionRequest extends VictimSearch {
  /** Why each node did not take the pod. */
  readonly verdicts: ReadonlyMap<string, NodeVerdict>;
}

type Victims = NodeVictims & { readonly kind: 'victims' };

/** So many nodes are compared at least; of a large cluster a tenth. */
const FEWEST_CANDIDATES = 100;

/** The node where the pod's coming does the least harm. Decides only: the view is afterwards as it was. */
export function findPreemption(request: PreemptionRequest): Preemption {
  const ineligible = whyNot(request);
  if (ineligible !== undefined) return ineligible;
  const { verdicts, view } = request;
  const enough = Math.max(FEWEST_CANDIDATES, Math.floor(view.nodes.length / 10));
  const candidates: Victims[] = [];
  const reasons: string[] = [];
  for (const [name, { rejection }] of verdicts) {
    const node = view.node(name);
    if (node === undefined || !rejection.resolvable) {
      reasons.push('Preemption is not helpful for scheduling');
      continue;
    }
    const found = victimsOn(node, request);
    if (found.kind === 'victims') candidates.push(found);
    else reasons.push(...found.reasons);
    if (candidates.length >= enough) break;
  }
  const [best] = candidates.sort(byHarm);
  if (best !== undefined)
    return { kind: 'preempt', node: best.node, victims: best.victims.map(({ demand }) => demand) };
  return { kind: 'none', message: `0/${view.nodes.length} nodes are available: ${counted(reasons)}.` };
}

function whyNot({ demand, nominated, view, verdicts, isLeaving }: PreemptionRequest): Preemption | undefined {
  if (demand.pod.spec?.preemptionPolicy === 'Never') {
    return { kind: 'none', message: 'not eligible due to preemptionPolicy=Never.' };
  }
  const promised = view.node(nominated.nominatedNode(demand.key) ?? '');
  // Victims there are deleted in vain, as when the node was cordoned meanwhile.
  if (promised !== undefined && verdicts.get(promised.name)?.rejection.resolvable === false) return undefined;
  const awaited = [...(promised?.pods.values() ?? [])].some((pod) => pod.priority < demand.priority && isLeaving(pod));
  if (!awaited) return undefined;
  return { kind: 'awaited', message: 'not eligible due to a terminating pod on the nominated node.' };
}

/** The criteria in the order they count; the smaller number wins. */
const HARM: readonly ((victims: Victims) => number)[] = [
  ({ breaking }) => breaking,
  highest,
  // Shifted, so that several pods of negative priority are more than one.
  ({ victims }) => victims.reduce((sum, { demand }) => sum + demand.priority + 2 ** 31, 0),
  ({ victims }) => victims.length,
  // Of the most important ones, the earliest start: the later that was, the less is lost.
  (found) => {
    const most = highest(found);
    return -found.victims.reduce(
      (first, { demand, startedAt }) => (demand.priority === most ? Math.min(first, startedAt) : first),
      Number.POSITIVE_INFINITY,
    );
  },
];

function highest({ victims }: Victims): number {
  return victims.reduce((most, { demand }) => Math.max(most, demand.priority), Number.MIN_SAFE_INTEGER);
}

function byHarm(a: Victims, b: Victims): number {
  for (const harm of HARM) {
    const difference = harm(a) - harm(b);
    if (difference !== 0 && !Number.isNaN(difference)) return difference;
  }
  return 0;
}
