import { LabelSelector, labelSelectorFromObject } from '@kubemin/kubeapi';
import type { PodDisruptionBudget } from '@kubemin/kubeapi/types/policy.v1';
import type { Demand } from './demand.ts';

/** Pods whose loss would break a disruption budget, and the others. Both keep the order they were given in. */
export interface BudgetSplit<P> {
  readonly breaking: readonly P[];
  readonly allowed: readonly P[];
}

interface Allowance {
  readonly budget: PodDisruptionBudget;
  readonly selector: LabelSelector;
}

/** What disruption budgets allow. Read once for all the nodes that are compared. */
export class DisruptionAllowance {
  readonly #byNamespace: ReadonlyMap<string, readonly Allowance[]>;

  constructor(budgets: readonly PodDisruptionBudget[]) {
    this.#byNamespace = Map.groupBy(
      budgets.map((budget) => ({ budget, selector: budgetSelector(budget) })),
      ({ budget }) => budget.metadata.namespace ?? '',
    );
  }

  /** Spends each budget on the pods in order, as long as it lasts. */
  split<P extends { readonly demand: Demand }>(pods: readonly P[]): BudgetSplit<P> {
    const left = new Map<Allowance, number>();
    const breaks = ({ demand }: P): boolean => {
      let broken = false;
      for (const allowance of this.#byNamespace.get(demand.namespace) ?? []) {
        if (!covers(allowance, demand)) continue;
        const allowed = (left.get(allowance) ?? allowance.budget.status?.disruptionsAllowed ?? 0) - 1;
        left.set(allowance, allowed);
        if (allowed < 0) broken = true;
      }
      return broken;
    };
    const { breaking = [], allowed = [] } = Object.groupBy(pods, (pod) => (breaks(pod) ? 'breaking' : 'allowed'));
    return { breaking, allowed };
  }
}

/** A pod that the budget has given up already costs it nothing. */
function covers({ budget: { status }, selector }: Allowance, { labels, pod }: Demand): boolean {
  return selector.matches(labels) && status?.disruptedPods?.[pod.metadata.name ?? ''] === undefined;
}

function budgetSelector({ spec }: PodDisruptionBudget): LabelSelector {
  try {
    return labelSelectorFromObject(spec?.selector);
  } catch {
    return LabelSelector.none;
  }
}
