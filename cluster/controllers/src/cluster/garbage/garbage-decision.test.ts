import type { KubeObject } from '@kubemin/kubeapi';
import { expect, test } from 'vitest';
import { decideGarbage, type GarbageDecision, type OwnerState } from './garbage-decision.ts';

function owned(owners: number, finalizers: readonly string[] = []): KubeObject {
  const ownerReferences = Array.from({ length: owners }, (_, index) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name: `owner-${index}`,
    uid: `uid-${index}`,
  }));
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's', ownerReferences, finalizers } };
}

function verdict(
  states: readonly OwnerState[],
  finalizers: readonly string[] = [],
  hasDependents = false,
): GarbageDecision {
  return decideGarbage(owned(states.length, finalizers), states, hasDependents);
}

test('an object without owners, or with all of them, is kept', () => {
  expect([verdict([]).kind, verdict(['present', 'present']).kind]).toEqual(['keep', 'keep']);
});

test('an object with one owner left only loses the references to the others', () => {
  expect(verdict(['absent', 'present', 'waiting'])).toMatchObject({
    kind: 'disown',
    ownerReferences: [{ uid: 'uid-1' }],
  });
});

test('an object without any owner left is deleted, in the way that was asked for', () => {
  expect(verdict(['absent'])).toEqual({ kind: 'delete', propagationPolicy: 'Background' });
  expect(verdict(['absent', 'waiting'], [], true)).toEqual({ kind: 'delete', propagationPolicy: 'Foreground' });
  expect(verdict(['waiting'])).toEqual({ kind: 'delete', propagationPolicy: 'Background' });
  expect(verdict(['absent'], ['orphan'])).toEqual({ kind: 'delete', propagationPolicy: 'Orphan' });
});
