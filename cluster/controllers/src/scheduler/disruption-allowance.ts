import { LabelSelector, labelSelectorFromObject } from '@kubemin/kubeapi';
import type { PodDisruptionBudget } from '@kubemin/kubeapi/types/policy.v1';
import type { Demand } from './demand.ts';

/** Pods whose loss would break a disruption budget, and the others. Both keep the order they were given in. */
export interface BudgetSplit {
  readonly breaking: readonly Demand[];
  readonly allowed: readonly Demand[];
}

/** Spends each budget on the pods in order, as long as it lasts. */
export function splitByBudgets(pods: readonly Demand[], budgets: readonly PodDisruptionBudget[]): BudgetSplit {
  const accounts = budgets.map((budget) => ({
    budget,
    selector: selectorOf(budget),
    left: budget.status?.disruptionsAllowed ?? 0,
  }));
  const breaking: Demand[] = [];
  const allowed: Demand[] = [];
  for (const pod of pods) {
    let breaks = false;
    for (const account of accounts) {
      if (!covers(account.budget, account.selector, pod)) continue;
      account.left -= 1;
      if (account.left < 0) breaks = true;
    }
    (breaks ? breaking : allowed).push(pod);
  }
  return { breaking, allowed };
}

/** A pod that the budget has given up already costs it nothing. */
function covers({ metadata, status }: PodDisruptionBudget, selector: LabelSelector, pod: Demand): boolean {
  if (metadata.namespace !== pod.namespace || !selector.matches(pod.labels)) return false;
  return status?.disruptedPods?.[pod.pod.metadata.name ?? ''] === undefined;
}

function selectorOf({ spec }: PodDisruptionBudget): LabelSelector {
  try {
    return labelSelectorFromObject(spec?.selector);
  } catch {
    return LabelSelector.none;
  }
}
