import { timestamp } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { Condition } from '@kubemin/kubeapi/types/meta.v1';
import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from '@kubemin/kubeapi/types/policy.v1';
import { findCondition, isReady, isTerminating } from '../../pod-owner/index.ts';

/** How long an allowed eviction counts as happening, before its pod counts as staying. */
const DELETION_MS = 2 * 60_000;
const ALLOWED = 'DisruptionAllowed';

/** A budget and what it is about. */
export interface BudgetState {
  readonly budget: PodDisruptionBudget;
  /** Those its selector selects. */
  readonly pods: readonly Pod[];
  /** How many pods their owners ask for, taken together. */
  readonly scale: number;
  readonly now: number;
}

/** What a budget allows now. */
export interface BudgetVerdict {
  readonly status: PodDisruptionBudgetStatus;
  /** Pods whose eviction was allowed and that stayed all the same. */
  readonly overdue: readonly Pod[];
  /** When the result changes with time alone. */
  readonly wakeAfterMs: number | undefined;
}

/** Whether the budget's numbers depend on how many pods the owners ask for. */
export function needsScale({ spec }: PodDisruptionBudget): boolean {
  return spec?.maxUnavailable !== undefined || typeof spec?.minAvailable === 'string';
}

/** How many more pods may be disturbed. */
export function budgetStatus({ budget, pods, scale, now }: BudgetState): BudgetVerdict {
  const disruptions = currentDisruptions(budget, pods, now);
  const [expectedPods, desiredHealthy] = expectation(budget, pods.length, scale);
  const isHealthy = (pod: Pod): boolean =>
    isReady(pod) && !isTerminating(pod) && disruptions.going[pod.metadata.name ?? ''] === undefined;
  const currentHealthy = pods.filter(isHealthy).length;
  const disruptionsAllowed = expectedPods > 0 ? Math.max(0, currentHealthy - desiredHealthy) : 0;
  const allowed = disruptionsAllowed > 0;
  const reason = allowed ? 'SufficientPods' : 'InsufficientPods';
  const status: PodDisruptionBudgetStatus = {
    currentHealthy,
    desiredHealthy,
    disruptionsAllowed,
    expectedPods,
    ...generationFields(budget),
    ...(Object.keys(disruptions.going).length > 0 && { disruptedPods: disruptions.going }),
    conditions: conditionsWith(budget, { status: allowed ? 'True' : 'False', reason, message: '' }, now),
  };
  return { status, overdue: disruptions.overdue, wakeAfterMs: disruptions.wakeAfterMs };
}

/** The status of a budget that cannot be worked out: nothing may be disturbed. */
export function failedStatus(budget: PodDisruptionBudget, message: string, now: number): PodDisruptionBudgetStatus {
  const known = budget.status ?? { currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 };
  return {
    ...known,
    ...generationFields(budget),
    disruptionsAllowed: 0,
    conditions: conditionsWith(budget, { status: 'False', reason: 'SyncFailed', message }, now),
  };
}

/** How many pods there should be, and how many of them healthy. */
function expectation({ spec }: PodDisruptionBudget, pods: number, scale: number): readonly [number, number] {
  const { maxUnavailable, minAvailable = 0 } = spec ?? {};
  if (maxUnavailable !== undefined) return [scale, Math.max(0, scale - portion(maxUnavailable, scale))];
  return typeof minAvailable === 'number' ? [pods, minAvailable] : [scale, portion(minAvailable, scale)];
}

/** A part of a pod is a pod, whichever way the budget counts. */
function portion(value: number | string, total: number): number {
  if (typeof value === 'number') return value;
  const percent = /^(\d+)%$/.exec(value)?.[1];
  return percent === undefined ? 0 : Math.ceil((Number(percent) * total) / 100);
}

interface Disruptions {
  readonly going: Readonly<Record<string, string>>;
  readonly overdue: readonly Pod[];
  readonly wakeAfterMs: number | undefined;
}

/** Evictions that were allowed and whose pods are not seen to go yet. */
function currentDisruptions(budget: PodDisruptionBudget, pods: readonly Pod[], now: number): Disruptions {
  const known = budget.status?.disruptedPods ?? {};
  const going: Record<string, string> = {};
  const overdue: Pod[] = [];
  const ends: number[] = [];
  for (const pod of pods) {
    const { name = '' } = pod.metadata;
    const since = known[name];
    if (since === undefined || isTerminating(pod)) continue;
    const end = Date.parse(since) + DELETION_MS;
    if (end > now) {
      going[name] = since;
      ends.push(end);
    } else overdue.push(pod);
  }
  return { going, overdue, wakeAfterMs: ends.length === 0 ? undefined : Math.min(...ends) - now };
}

function generationFields({ metadata }: PodDisruptionBudget): { readonly observedGeneration?: number } {
  return metadata.generation === undefined ? {} : { observedGeneration: metadata.generation };
}

function conditionsWith(
  budget: PodDisruptionBudget,
  decision: Pick<Condition, 'status' | 'reason' | 'message'>,
  now: number,
): readonly Condition[] {
  const conditions = budget.status?.conditions ?? [];
  const known = findCondition(conditions, ALLOWED);
  const lastTransitionTime = known?.status === decision.status ? known.lastTransitionTime : timestamp(now);
  const next: Condition = { type: ALLOWED, ...decision, ...generationFields(budget), lastTransitionTime };
  return known === undefined
    ? [...conditions, next]
    : conditions.map((condition) => (condition === known ? next : condition));
}
