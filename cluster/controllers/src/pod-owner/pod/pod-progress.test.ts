import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { describe, expect, test } from 'vitest';
import { hasAddress, hasNewReadiness, isProgress } from './pod-progress.ts';

const OWNER = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'owner-1', controller: true };

function pod(phase: string, metadata: Pod['metadata'] = {}): Pod {
  const standard = { name: 'web-1', namespace: 'default', labels: { app: 'web' }, ownerReferences: [OWNER] };
  return { apiVersion: 'v1', kind: 'Pod', metadata: { ...standard, ...metadata }, status: { phase } };
}

const PENDING = pod('Pending');

test('a pod that gets from waiting to running only came further', () => {
  expect(isProgress({ type: 'updated', key: 'k', old: PENDING, object: pod('Running') })).toBe(true);
});

test.each([
  ['begins to be deleted', pod('Running', { deletionTimestamp: '2026-01-01T00:00:00Z' })],
  ['fails', pod('Failed')],
  ['is done', pod('Succeeded')],
  ['changes its labels', pod('Pending', { labels: { app: 'other' } })],
  ['changes hands', pod('Pending', { ownerReferences: [{ ...OWNER, uid: 'owner-2' }] })],
  ['loses its owner', pod('Pending', { ownerReferences: [] })],
])('a pod that %s wants its owner at once', (_, object) => {
  expect(isProgress({ type: 'updated', key: 'k', old: PENDING, object })).toBe(false);
});

test('pods that come and go want their owner at once', () => {
  expect(isProgress({ type: 'added', key: 'k', object: PENDING })).toBe(false);
  expect(isProgress({ type: 'deleted', key: 'k', object: PENDING, old: PENDING })).toBe(false);
});

describe('a pod that came further', () => {
  const after = (object: Pod, old: Pod = PENDING) => ({ type: 'updated', key: 'k', old, object }) as const;
  const ready = (status: string, lastTransitionTime: string): Pod => ({
    ...PENDING,
    status: { phase: 'Running', podIP: '10.0.0.1', conditions: [{ type: 'Ready', status, lastTransitionTime }] },
  });
  const bound: Pod = { ...PENDING, spec: { containers: [], nodeName: 'node-1' } };

  test.each([
    ['has a node now', after(bound), false, false],
    ['has an address and is not ready', after(ready('False', 'a')), false, true],
    ['is ready', after(ready('True', 'a')), true, true],
    ['is ready again', after(ready('True', 'b'), ready('True', 'a')), true, true],
    ['is as ready as before', after(ready('True', 'a'), ready('True', 'a')), false, true],
    ['is not ready any more', after(ready('False', 'b'), ready('True', 'a')), true, true],
    ['has lost its address', after(PENDING, ready('False', 'a')), false, true],
  ])('and %s', (_, change, readiness, address) => {
    expect([hasNewReadiness(change), hasAddress(change)]).toEqual([readiness, address]);
  });
});
