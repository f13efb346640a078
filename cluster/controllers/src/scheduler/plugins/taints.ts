import type { Taint } from '@kubemin/kubeapi/types/core.v1';
import type { SchedulerPlugin } from '../plugin.ts';
import { tolerates } from '../toleration.ts';

/** Keeps pods off nodes whose taints they do not tolerate, and prefers nodes with few that are only a warning. */
export const taints: SchedulerPlugin = {
  name: 'taints',
  judge({ pod }) {
    const tolerations = pod.spec?.tolerations ?? [];
    const tolerated = (taint: Taint): boolean => tolerations.some((toleration) => tolerates(toleration, taint));
    return {
      kind: 'judged',
      scope: 'node',
      filter({ node }) {
        const taint = node.spec?.taints?.find((one) => one.effect !== 'PreferNoSchedule' && !tolerated(one));
        if (taint === undefined) return undefined;
        return {
          reasons: [`node(s) had untolerated taint {${taint.key}: ${taint.value ?? ''}}`],
          resolvable: false,
        };
      },
      score({ node }) {
        const all = node.spec?.taints;
        if (all === undefined) return 100;
        return 100 / (1 + all.filter((one) => one.effect === 'PreferNoSchedule' && !tolerated(one)).length);
      },
    };
  },
};
