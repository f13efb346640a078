import type { StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import type { PersistentVolumeClaim } from '@kubemin/kubeapi/types/core.v1';
import { expect, test } from 'vitest';
import { pod, statefulSet } from '../../test-support/workload.ts';
import { setOfFreedPod, setsOfFreedClaim } from './stateful-pod.ts';

const stored = new Map(['db', 'my-db', 'a-my-db'].map((name) => [`default/${name}`, withUid(statefulSet(name, 1))]));

function withUid(set: StatefulSet): StatefulSet {
  return { ...set, metadata: { ...set.metadata, uid: `uid of ${set.metadata.name}` } };
}

test.each([
  ['db-0', ['default/db']],
  ['my-db-12', ['default/my-db']],
  ['db', []],
  ['other-0', []],
])('a pod %s of a stranger that is gone wakes %j', (name, expected) => {
  const { metadata, ...rest } = pod(name);
  const object = { ...rest, metadata: { ...metadata, namespace: 'default' } };
  const key = `default/${name}`;
  expect(setOfFreedPod(stored)({ type: 'deleted', key, object, old: object })).toEqual(expected);
  expect(setOfFreedPod(stored)({ type: 'updated', key, object, old: object })).toEqual([]);
});

test.each([
  ['data-db-0', ['default/db']],
  ['data-my-db-3', ['default/my-db']],
  ['data-a-my-db-3', ['default/a-my-db']],
  ['logs-db-0', []],
  ['data-db', []],
  ['0', []],
])('a claim %s that is gone wakes %j', (name, expected) => {
  const object: PersistentVolumeClaim = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name, namespace: 'default' },
  };
  const key = `default/${name}`;
  expect(setsOfFreedClaim(stored)({ type: 'deleted', key, object, old: object })).toEqual(expected);
});
