import type { ReplicaSet } from '@kubemin/kubeapi/types/apps.v1';
import { expect, test } from 'vitest';
import { isStatusChange } from './status-change.ts';

function replicaSet(metadata: ReplicaSet['metadata'], readyReplicas: number): ReplicaSet {
  const standard = { name: 'web-1', namespace: 'default', generation: 1, resourceVersion: '1' };
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { ...standard, ...metadata },
    status: { replicas: 3, readyReplicas },
  };
}

const OLD = replicaSet({}, 0);

test('new numbers are a change of the status alone', () => {
  const object = replicaSet({ resourceVersion: '2', managedFields: [{ manager: 'm' }] }, 1);
  expect(isStatusChange({ type: 'updated', key: 'k', old: OLD, object })).toBe(true);
});

test.each([
  ['asks for something else', { generation: 2 }],
  ['is marked otherwise', { annotations: { 'deployment.kubernetes.io/revision': '2' } }],
  ['begins to be deleted', { deletionTimestamp: '2026-01-01T00:00:00Z' }],
])('an object that %s changes in more than its status', (_, metadata) => {
  expect(isStatusChange({ type: 'updated', key: 'k', old: OLD, object: replicaSet(metadata, 1) })).toBe(false);
});

test('without a generation, changes of spec and status cannot be distinguished', () => {
  const { generation: _none, ...metadata } = OLD.metadata;
  const old = { ...OLD, metadata };
  const object = { ...old, metadata: { ...metadata, resourceVersion: '2' } };
  expect(isStatusChange({ type: 'updated', key: 'k', old, object })).toBe(false);
});

test('objects that come and go change in more than their status', () => {
  expect(isStatusChange({ type: 'added', key: 'k', object: OLD })).toBe(false);
  expect(isStatusChange({ type: 'deleted', key: 'k', object: OLD, old: OLD })).toBe(false);
});
