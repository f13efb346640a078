import { expect, test } from 'vitest';
import type { DrainedNode } from '../contract/index.ts';
import { drainWholeNode } from './drain-whole-node.ts';

const node: DrainedNode['node'] = {
  ...{ name: 'n', ready: true, schedulable: false, cordoned: true, roles: [], version: '', taints: [], pods: 0 },
  ...{ allocatable: {}, requested: {} },
};
const pod = (name: string) => ({ namespace: 'default', name });

test('a drain goes on while pods are pending, adds up what was evicted, and ends when nothing moves', async () => {
  const responses: DrainedNode[] = [
    { node, evicted: [pod('a')], kept: [{ ...pod('b'), reason: 'pending' }] },
    {
      node,
      evicted: [pod('b')],
      kept: [
        { ...pod('a'), reason: 'terminating' },
        { ...pod('c'), reason: 'pending' },
      ],
    },
    {
      node,
      evicted: [],
      kept: [
        { ...pod('c'), reason: 'pending' },
        { ...pod('d'), reason: 'terminating' },
      ],
    },
  ];
  const progress: number[] = [];
  const sent: unknown[] = [];
  const drainNode = async (...request: readonly unknown[]): Promise<DrainedNode> => {
    sent.push(request.slice(0, 3));
    const next = responses.shift();
    if (next === undefined) throw new Error('one request too many');
    return next;
  };
  const drained = await drainWholeNode(
    { drainNode },
    { cluster: 'default', node: 'n', force: true },
    { onProgress: ({ evicted }) => progress.push(evicted.length) },
  );
  expect(drained.evicted).toEqual([pod('a'), pod('b')]);
  expect(drained.kept.map(({ name, reason }) => [name, reason])).toEqual([
    ['c', 'pending'],
    ['d', 'terminating'],
  ]);
  expect(progress).toEqual([1, 2, 2]);
  expect(sent[0]).toEqual(['default', 'n', { force: true }]);
});
