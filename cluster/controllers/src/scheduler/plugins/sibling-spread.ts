import type { SchedulerPlugin } from '../plugin.ts';

/** Prefers nodes that hold few pods of the same controller, so that the loss of one node is the loss of few replicas. */
export const siblingSpread: SchedulerPlugin = {
  name: 'sibling-spread',
  judge({ owner }) {
    if (owner === undefined) return undefined;
    return { kind: 'judged', scope: 'node', score: (node) => 100 / (1 + node.siblings(owner)) };
  },
};
