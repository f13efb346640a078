import type { Judgement, Rejection, SchedulerPlugin } from '../plugin.ts';

const NOT_READY: Rejection = { reasons: ['node(s) were not ready'], resolvable: false };
/** Nodes with one of these are left to their taint, which says more and can be tolerated. */
const TAINTS: readonly string[] = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];

const JUDGEMENT: Judgement = {
  kind: 'judged',
  scope: 'node',
  filter({ node, ready }) {
    if (ready || node.spec?.taints?.some(({ key }) => TAINTS.includes(key))) return undefined;
    return NOT_READY;
  },
};

/** Keeps pods off nodes that do not report to be ready and that nobody has tainted for it yet. */
export const nodeReady: SchedulerPlugin = { name: 'node-ready', judge: () => JUDGEMENT };
