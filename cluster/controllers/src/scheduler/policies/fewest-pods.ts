import type { Judgement, SchedulerPlugin } from '../plugin.ts';

const JUDGEMENT: Judgement = { kind: 'judged', scope: 'node', score: ({ pods }) => 100 / (1 + pods.size) };

/** Prefers the node with the fewest pods. */
export const fewestPods: SchedulerPlugin = { name: 'fewest-pods', judge: () => JUDGEMENT };
