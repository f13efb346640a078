import type { Taint, Toleration } from '@kubemin/kubeapi/types/core.v1';
import type { FilterPolicy } from './policy.ts';

/** Keeps pods off nodes whose taints they do not tolerate. */
export const taintFilter: FilterPolicy = {
  name: 'taints',
  reject({ pod }, { node }) {
    const tolerations = pod.spec?.tolerations ?? [];
    const taint = node.spec?.taints?.find(
      (candidate) =>
        candidate.effect !== 'PreferNoSchedule' && !tolerations.some((toleration) => tolerates(toleration, candidate)),
    );
    return taint === undefined ? undefined : [`node(s) had untolerated taint {${taint.key}: ${taint.value ?? ''}}`];
  },
};

/** Whether a toleration covers a taint; one without key covers all, one without effect every effect. */
export function tolerates(toleration: Toleration, taint: Taint): boolean {
  if (toleration.effect && toleration.effect !== taint.effect) return false;
  if (toleration.key && toleration.key !== taint.key) return false;
  if (toleration.operator === 'Exists') return true;
  return Boolean(toleration.key) && (toleration.value ?? '') === (taint.value ?? '');
}
