import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rankForDeletion } from './deletion-ranking.ts';

interface Traits {
  readonly node?: string;
  readonly phase?: string;
  readonly ready?: boolean;
  readonly restarts?: number;
  readonly created?: string;
  readonly cost?: string;
}

function pod(name: string, { node, phase = 'Running', ready = true, restarts = 0, created, cost }: Traits = {}): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      creationTimestamp: created ?? '2026-01-01T00:00:00Z',
      ...(cost && { annotations: { 'controller.kubernetes.io/pod-deletion-cost': cost } }),
    },
    spec: { containers: [], ...(node && { nodeName: node }) },
    status: {
      phase,
      conditions: [{ type: 'Ready', status: ready ? 'True' : 'False', lastTransitionTime: '2026-01-01T00:00:00Z' }],
      containerStatuses: [{ name: 'c', image: '', imageID: '', ready, restartCount: restarts }],
    },
  };
}

const ORDERED = [
  pod('unassigned', { phase: 'Pending', ready: false }),
  pod('pending', { node: 'a', phase: 'Pending', ready: false }),
  pod('not ready', { node: 'b', ready: false }),
  pod('cheap', { node: 'c', cost: '-5' }),
  pod('crowded 1', { node: 'd', restarts: 7 }),
  pod('crowded 2', { node: 'd', restarts: 1 }),
  pod('restarted', { node: 'e', restarts: 3 }),
  pod('young', { node: 'f', created: '2026-02-01T00:00:00Z' }),
  pod('old', { node: 'g' }),
];

test('whatever the order they come in, pods are given up from the least to the most useful', () => {
  const names = ORDERED.map(({ metadata }) => metadata.name);
  fc.assert(
    fc.property(fc.shuffledSubarray(ORDERED, { minLength: ORDERED.length }), (shuffled) => {
      expect(rankForDeletion(shuffled).map(({ metadata }) => metadata.name)).toEqual(names);
    }),
  );
});

test('a node counts as crowded by all pods that share the work, not only by those to choose from', () => {
  const [lonely, beside] = [pod('lonely', { node: 'a', restarts: 1 }), pod('beside', { node: 'b' })];
  const neighbours = [lonely, beside, pod('other set', { node: 'b' })];
  expect(rankForDeletion([lonely, beside])[0]).toBe(lonely);
  expect(rankForDeletion([lonely, beside], neighbours)[0]).toBe(beside);
});
