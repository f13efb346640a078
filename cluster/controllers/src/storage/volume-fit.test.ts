import type { Node, PersistentVolume, PersistentVolumeClaim } from '@kubemin/kubeapi/types/core.v1';
import { expect, test } from 'vitest';
import { smallestFitting } from './volume-fit.ts';

const claim: PersistentVolumeClaim = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { namespace: 'ns', name: 'data', uid: 'u1' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
};
const node: Node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a', labels: { zone: 'x' } } };

function volume(name: string, storage: string, spec: Partial<PersistentVolume['spec']> = {}): PersistentVolume {
  const base = { accessModes: ['ReadWriteOnce'], capacity: { storage }, storageClassName: 'local', ...spec };
  return { apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name }, spec: base };
}

function reservedFor(uid: string | undefined) {
  return { claimRef: { namespace: 'ns', name: 'data', ...(uid && { uid }) } };
}

function inZone(zone: string) {
  const nodeSelectorTerms = [{ matchExpressions: [{ key: 'zone', operator: 'In', values: [zone] }] }];
  return { nodeAffinity: { required: { nodeSelectorTerms } } };
}

function choice(...volumes: readonly PersistentVolume[]): string | undefined {
  return smallestFitting({ claim, className: 'local', volumes, node })?.metadata.name;
}

test.each([
  ['by its uid', 'u1'],
  ['by its name alone', undefined],
])('a volume reserved for the claim %s comes before a smaller one that is free', (_how, uid) => {
  expect(choice(volume('free', '1Gi'), volume('kept', '9Gi', reservedFor(uid)))).toBe('kept');
});

test('a volume reserved for an earlier claim of the same name is not taken', () => {
  expect(choice(volume('kept', '1Gi', reservedFor('u0')), volume('free', '9Gi'))).toBe('free');
});

test('a reservation does not make up for a volume that is too small or out of reach', () => {
  const small = volume('small', '1Mi', reservedFor('u1'));
  const far = volume('far', '1Gi', { ...reservedFor('u1'), ...inZone('y') });
  expect(choice(small, far, volume('near', '9Gi', inZone('x')))).toBe('near');
});
