import { fieldError } from '@kubemin/kubeapi';
import type { PodDisruptionBudget } from '@kubemin/kubeapi/types/policy.v1';
import { oneOf } from './field-checks.ts';
import { intOrPercent, notAboveWhole } from './int-or-percent.ts';
import { validateLabelSelector } from './label-selectors.ts';
import type { Strategy } from './strategy.ts';

const POLICIES = ['AlwaysAllow', 'IfHealthyBudget'];

/** Disruption budgets: how many pods must stay, or how many may go, not both. */
export const disruptionBudgetStrategy: Strategy<PodDisruptionBudget> = {
  requiresResourceVersion: true,
  prepareForCreate: (budget) => ({
    ...budget,
    status: { currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0, expectedPods: 0 },
  }),
  validate: ({ spec = {} }) => [
    ...(spec.minAvailable !== undefined && spec.maxUnavailable !== undefined
      ? [fieldError.invalid('spec', spec, 'minAvailable and maxUnavailable cannot be both set')]
      : []),
    ...(['minAvailable', 'maxUnavailable'] as const).flatMap((field) => [
      ...intOrPercent(`spec.${field}`, spec[field]),
      ...notAboveWhole(`spec.${field}`, spec[field]),
    ]),
    ...validateLabelSelector('spec.selector', spec.selector),
    ...oneOf('spec.unhealthyPodEvictionPolicy', spec.unhealthyPodEvictionPolicy, POLICIES),
  ],
};
