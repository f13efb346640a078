import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { podsToCollect } from './pod-garbage.ts';

interface Wishes {
  readonly node?: string;
  readonly phase?: string;
  readonly age?: number;
  readonly deleted?: boolean;
}

function pod(name: string, { node, phase = 'Running', age = 0, deleted = false }: Wishes): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      creationTimestamp: new Date(Date.UTC(2026, 0, 10) - age * 1000).toISOString(),
      ...(deleted && { deletionTimestamp: '2026-01-10T00:00:00Z' }),
    },
    spec: { containers: [], ...(node && { nodeName: node }) },
    status: { phase },
  };
}

const NODES = {
  isGone: (node: string) => node === 'gone',
  isOutOfService: (node: string) => node === 'off',
};

const collected = (pods: readonly Pod[], threshold = 2) =>
  podsToCollect({ ...NODES, pods, threshold }).map(({ pod: { metadata }, why }) => `${metadata.name} ${why}`);

test('pods of nodes that are gone, and those deleted before they had one', () => {
  const pods = [
    pod('runs', { node: 'here' }),
    pod('lost', { node: 'gone' }),
    pod('waits', { phase: 'Pending' }),
    pod('unwanted', { phase: 'Pending', deleted: true }),
    pod('going', { node: 'here', deleted: true }),
  ];
  expect(collected(pods)).toEqual(['lost orphaned', 'unwanted unscheduled']);
});

test('of a node that is out of service those that were deleted, and no others', () => {
  const pods = [pod('runs', { node: 'off' }), pod('going', { node: 'off', deleted: true })];
  expect(collected(pods)).toEqual(['going outOfService']);
});

test('the oldest of those that have ended, when there are too many; 0 keeps all', () => {
  const pods = [1, 4, 2, 3].map((age) =>
    pod(`${age}`, { node: 'here', age, phase: age % 2 === 0 ? 'Failed' : 'Succeeded' }),
  );
  expect(collected(pods)).toEqual(['4 terminated', '3 terminated']);
  expect(collected(pods, 0)).toEqual([]);
});

test('no pod comes twice, none that runs on a node goes, and so many that have ended stay as were wanted', () => {
  const wishes = fc.record({
    node: fc.constantFrom('here', 'gone', ''),
    phase: fc.constantFrom('Pending', 'Running', 'Succeeded', 'Failed'),
    age: fc.nat(50),
    deleted: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(wishes, { maxLength: 20 }), fc.integer({ min: 1, max: 5 }), (wanted, threshold) => {
      const pods = wanted.map((wish, index) => pod(`p${index}`, wish));
      const garbage = podsToCollect({ ...NODES, pods, threshold });
      const gone = new Set(garbage.map((one) => one.pod));
      expect(gone.size).toBe(garbage.length);
      const isEnded = ({ metadata, spec, status }: Pod) =>
        spec?.nodeName !== 'gone' &&
        metadata.deletionTimestamp === undefined &&
        ['Succeeded', 'Failed'].includes(status?.phase ?? '');
      expect(pods.filter(isEnded).filter((one) => !gone.has(one))).toHaveLength(
        Math.min(threshold, pods.filter(isEnded).length),
      );
      for (const one of gone) expect(one.spec?.nodeName === 'here' && one.status?.phase === 'Running').toBe(false);
    }),
  );
});
