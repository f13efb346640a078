import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from '@kubemin/kubeapi/types/policy.v1';

/** The decision of a budget about one eviction. */
export type BudgetDecision =
  /** The pod does not count: it may go without being counted. */
  | { readonly kind: 'free' }
  /** It may go, and this is the budget's state afterwards. */
  | { readonly kind: 'spend'; readonly status: PodDisruptionBudgetStatus }
  | {
      readonly kind: 'refuse';
      readonly why: string;
      /** The budget itself is in no state to decide. */
      readonly broken: boolean;
      /** Its state is about to change. */
      readonly soon: boolean;
    };

/** More evictions in flight than these, and the budget's record of them would outgrow the object. */
const MAX_IN_FLIGHT = 2000;

const UNKNOWN: PodDisruptionBudgetStatus = {
  currentHealthy: 0,
  desiredHealthy: 0,
  disruptionsAllowed: 0,
  expectedPods: 0,
};

/** Whether one more pod may go; pure, so that it can be called again when another writer was faster. */
export function decideEviction(budget: PodDisruptionBudget, pod: Pod, now: string): BudgetDecision {
  const { metadata, spec, status = UNKNOWN } = budget;
  if (!isReady(pod)) {
    const enough = status.currentHealthy >= status.desiredHealthy && status.desiredHealthy > 0;
    if (spec?.unhealthyPodEvictionPolicy === 'AlwaysAllow' || enough) return { kind: 'free' };
  }
  if ((status.observedGeneration ?? 0) < (metadata.generation ?? 0)) {
    const why = `The disruption budget ${metadata.name} is still being processed by the server.`;
    return { kind: 'refuse', why, broken: false, soon: true };
  }
  const inFlight = Object.keys(status.disruptedPods ?? {}).length;
  if (status.disruptionsAllowed < 0) {
    return { kind: 'refuse', why: 'pdb disruptions allowed is negative', broken: true, soon: false };
  }
  if (inFlight > MAX_IN_FLIGHT) {
    const why = 'DisruptedPods map too big - too many evictions not confirmed by PDB controller';
    return { kind: 'refuse', why, broken: true, soon: false };
  }
  if (status.disruptionsAllowed === 0) {
    const why = `The disruption budget ${metadata.name} needs ${status.desiredHealthy} healthy pods and has ${status.currentHealthy} currently`;
    return { kind: 'refuse', why, broken: false, soon: false };
  }
  return { kind: 'spend', status: withDisruption(status, pod, now) };
}

function withDisruption(status: PodDisruptionBudgetStatus, pod: Pod, now: string): PodDisruptionBudgetStatus {
  return {
    ...status,
    disruptionsAllowed: status.disruptionsAllowed - 1,
    disruptedPods: { ...status.disruptedPods, [pod.metadata.name ?? '']: now },
  };
}

function isReady({ status }: Pod): boolean {
  return status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') === true;
}
