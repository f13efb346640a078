import type { ScorePolicy } from './policy.ts';

/** Prefers nodes that hold few pods of the same controller, so that the loss of one node is the loss of few replicas. */
export const spreadScore: ScorePolicy = {
  name: 'spread',
  weight: 2,
  score: ({ owner }, node) => (owner === undefined ? 0 : 100 / (1 + node.siblings(owner))),
};
