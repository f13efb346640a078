import type { MeasuredPod } from './measured-pod.ts';

/** What usage is to be brought to; amounts in thousandths. */
export type UsageTarget =
  | { readonly kind: 'utilization'; readonly percent: number }
  | { readonly kind: 'average'; readonly amount: number };

/** How far from its target usage may be before anything is done, as a part of the target. */
export interface Tolerance {
  readonly up: number;
  readonly down: number;
}

/** The pods now, and what is wanted of them. */
export interface ProposalState {
  readonly current: number;
  readonly target: UsageTarget;
  readonly pods: readonly MeasuredPod[];
  readonly tolerance: Tolerance;
}

/** How many replicas one metric asks for, with the usage it is based on. */
export interface Proposal {
  readonly replicas: number;
  /** Of all requests, in percent; only for a target in percent. */
  readonly utilization?: number;
  /** Per pod, in thousandths. */
  readonly average: number;
}

interface Sample {
  readonly usage: number;
  readonly request: number;
}

/**
 * So many replicas that usage would meet its target, were it shared evenly. What is not known is taken for whatever
 * makes the change smaller: pods without a reading for as busy as can be on the way down and idle on the way up. Where
 * that turns the direction around, nothing changes.
 */
export function proposeReplicas(state: ProposalState): Proposal | { readonly unavailable: string } {
  const { current, target, pods, tolerance } = state;
  if (pods.length === 0) return { unavailable: 'no pods returned by selector while calculating replica count' };
  const ready = pods.flatMap((pod): Sample[] => (pod.state === 'ready' ? [pod] : []));
  if (ready.length === 0) {
    return { unavailable: 'did not receive metrics for targeted pods (pods might be unready)' };
  }
  const found = averageUsage(ready, target);
  if (found === undefined) return { unavailable: 'no metrics returned matched known pods' };
  const { ratio, ...reading } = found;
  const propose = (replicas: number): Proposal => ({ replicas, ...reading });
  const isNear = (value: number): boolean => 1 - tolerance.down <= value && value <= 1 + tolerance.up;

  const filled = [...ready, ...pods.flatMap((pod) => assumedSamples(pod, ratio, target))];
  if (filled.length === ready.length) return propose(isNear(ratio) ? current : Math.ceil(ratio * ready.length));
  const careful = averageUsage(filled, target)?.ratio ?? ratio;
  if (isNear(careful) || (ratio < 1 && careful > 1) || (ratio > 1 && careful < 1)) return propose(current);
  const replicas = Math.ceil(careful * filled.length);
  const isBackwards = careful < 1 ? replicas > current : replicas < current;
  return propose(isBackwards ? current : replicas);
}

function averageUsage(
  samples: readonly Sample[],
  target: UsageTarget,
): (Omit<Proposal, 'replicas'> & { ratio: number }) | undefined {
  const used = samples.reduce((sum, { usage }) => sum + usage, 0);
  const average = Math.floor(used / samples.length);
  if (target.kind === 'average') return { ratio: average / target.amount, average };
  const requested = samples.reduce((sum, { request }) => sum + request, 0);
  if (requested === 0) return undefined;
  const utilization = Math.floor((used * 100) / requested);
  return { ratio: utilization / target.percent, utilization, average };
}

/** What a pod without a reading is taken to use, if it counts at all. */
function assumedSamples(pod: MeasuredPod, ratio: number, target: UsageTarget): readonly Sample[] {
  if (pod.state === 'ready') return [];
  const { request } = pod;
  if (ratio > 1) return [{ usage: 0, request }];
  if (pod.state === 'unready' || ratio === 1) return [];
  const busy = target.kind === 'average' ? target.amount : (request * Math.max(100, target.percent)) / 100;
  return [{ usage: busy, request }];
}
