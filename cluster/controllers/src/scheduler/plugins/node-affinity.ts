import { isSelectedBy, matchesTerm } from '@kubemin/kubeapi';
import type { Rejection, SchedulerPlugin } from '../plugin.ts';

const MISMATCH: Rejection = { reasons: ["node(s) didn't match Pod's node affinity/selector"], resolvable: false };

/** Keeps pods on the nodes that their nodeSelector and node affinity require, and moves them to those they prefer. */
export const nodeAffinity: SchedulerPlugin = {
  name: 'node-affinity',
  judge({ pod }) {
    const affinity = pod.spec?.affinity?.nodeAffinity;
    if (affinity === undefined && pod.spec?.nodeSelector === undefined) return undefined;
    const preferred = affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
    const total = preferred.reduce((sum, { weight }) => sum + weight, 0);
    return {
      kind: 'judged',
      scope: 'node',
      filter: ({ node }) => (isSelectedBy(pod, node) ? undefined : MISMATCH),
      score({ node }) {
        if (total === 0) return 0;
        const met = preferred.filter(({ preference }) => matchesTerm(preference, node));
        return (met.reduce((sum, { weight }) => sum + weight, 0) / total) * 100;
      },
    };
  },
};
