import type { Rejection, SchedulerPlugin } from '../plugin.ts';
import { tolerates } from '../toleration.ts';

const CORDONED: Rejection = { reasons: ['node(s) were unschedulable'], resolvable: false };
const TAINT = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' };

/** Keeps pods off nodes that are cordoned, unless they tolerate it. */
export const unschedulable: SchedulerPlugin = {
  name: 'unschedulable',
  judge({ pod }) {
    if (pod.spec?.tolerations?.some((toleration) => tolerates(toleration, TAINT))) return undefined;
    return {
      kind: 'judged',
      scope: 'node',
      filter: ({ node }) => (node.spec?.unschedulable === true ? CORDONED : undefined),
    };
  },
};
