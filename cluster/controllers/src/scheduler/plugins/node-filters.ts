import { matchesTerm, podSelectsNode, tolerates } from '@kubemin/kubeapi';
import type { Taint } from '@kubemin/kubeapi/types/core.v1';
import type { Judgement, Rejection, SchedulerPlugin } from '../plugin.ts';

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
      filter: ({ node }) => (podSelectsNode(pod, node) ? undefined : MISMATCH),
      score({ node }) {
        if (total === 0) return 0;
        const met = preferred.filter(({ preference }) => matchesTerm(preference, node));
        return (met.reduce((sum, { weight }) => sum + weight, 0) / total) * 100;
      },
    };
  },
};

const NOT_READY: Rejection = { reasons: ['node(s) were not ready'], resolvable: false };
/** Nodes with one of these are left to their taint, which is more specific and can be tolerated. */
const TAINTS: readonly string[] = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];

const JUDGEMENT: Judgement = {
  kind: 'judged',
  scope: 'node',
  filter({ node, ready }) {
    if (ready || node.spec?.taints?.some(({ key }) => TAINTS.includes(key))) return undefined;
    return NOT_READY;
  },
};

/** Keeps pods off nodes that do not report to be ready and have no taint for it yet. */
export const nodeReady: SchedulerPlugin = { name: 'node-ready', judge: () => JUDGEMENT };

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
