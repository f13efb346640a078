import type { FilterPolicy } from './policy.ts';

const UNSCHEDULABLE = ['node(s) were unschedulable'];
const NOT_READY = ['node(s) were not ready'];

/** Keeps pods off nodes that are cordoned or do not report to be ready. */
export const nodeReadyFilter: FilterPolicy = {
  name: 'node-ready',
  reject(_demand, { node, ready }) {
    if (node.spec?.unschedulable === true) return UNSCHEDULABLE;
    return ready ? undefined : NOT_READY;
  },
};
