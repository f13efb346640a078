import type { PersistentVolume, PersistentVolumeClaim } from '@kubemin/kubeapi/types/core.v1';
import type { StorageClass } from '@kubemin/kubeapi/types/storage.v1';
import { describe, expect, test } from 'vitest';
import { planClaim } from './claim-plan.ts';
import { builtinStorageClass } from './storage-class.ts';

function claim(spec: Partial<PersistentVolumeClaim['spec']> = {}): PersistentVolumeClaim {
  const base = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '5Gi' } }, ...spec };
  const metadata = { namespace: 'ns', name: 'data', uid: 'u1' };
  return { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata, spec: base, status: { phase: 'Pending' } };
}

function volume(name: string, storage: string, spec: Partial<PersistentVolume['spec']> = {}): PersistentVolume {
  const base = { accessModes: ['ReadWriteOnce'], capacity: { storage }, storageClassName: 'standard', ...spec };
  return { apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name }, spec: base };
}

const classes = [builtinStorageClass([])];

function plan(
  of: PersistentVolumeClaim,
  volumes: readonly PersistentVolume[] = [],
  known: readonly StorageClass[] = classes,
) {
  const decided = planClaim({ claim: of, volumes, classes: known });
  if (decided.kind === 'bind' || decided.kind === 'provision') return `${decided.kind} ${decided.volume.metadata.name}`;
  return `${decided.kind}: ${decided.message}`;
}

describe('a claim', () => {
  test('gets a new volume of the default class, named so that it cannot be made twice', () => {
    expect(plan(claim())).toBe('provision pvc-u1');
  });

  test('takes the smallest existing volume that is large enough', () => {
    const volumes = [volume('huge', '1Ti'), volume('fits', '5Gi'), volume('small', '4Gi'), volume('larger', '6Gi')];
    expect(plan(claim(), volumes)).toBe('bind fits');
  });

  test('takes no volume of another class, access mode, selector or owner', () => {
    const taken = { claimRef: { namespace: 'ns', name: 'other', uid: 'u2' } };
    const volumes = [
      volume('other-class', '5Gi', { storageClassName: 'fast' }),
      volume('read-only', '5Gi', { accessModes: ['ReadOnlyMany'] }),
      volume('taken', '5Gi', taken),
    ];
    expect(plan(claim(), volumes)).toBe('provision pvc-u1');
    expect(plan(claim({ selector: { matchLabels: { disk: 'ssd' } } }), [volume('plain', '5Gi')])).toBe(
      'provision pvc-u1',
    );
  });

  test('goes on with the volume reserved for it before a restart, not with a namesake of its own uid', () => {
    const reserved = (uid: string) => volume(`for-${uid}`, '5Gi', { claimRef: { namespace: 'ns', name: 'data', uid } });
    expect(plan(claim(), [reserved('u0'), reserved('u1')])).toBe('bind for-u1');
    expect(plan(claim(), [reserved('u0')])).toBe('provision pvc-u1');
  });

  test.each([
    [claim({ storageClassName: '' }), 'no persistent volumes available for this claim and no storage class is set'],
    [claim({ storageClassName: 'gold' }), 'storageclass.storage.k8s.io "gold" not found'],
    [claim({ volumeName: 'missing' }), 'volume "missing" not found'],
  ])('that cannot be satisfied says why', (unsatisfied, message) => {
    expect(plan(unsatisfied)).toBe(`wait: ${message}`);
  });

  test('whose volume has vanished is lost', () => {
    const bound = { ...claim({ volumeName: 'gone' }), status: { phase: 'Bound' } };
    expect(plan(bound)).toBe('lost: volume "gone" of this claim is gone');
  });
});

test('the built-in class is the default one only while there is no other', () => {
  const [standard] = classes;
  const annotations = { 'storageclass.kubernetes.io/is-default-class': 'true' };
  expect(standard?.metadata.annotations).toEqual(annotations);
  const mine = builtinStorageClass([{ ...builtinStorageClass([]), metadata: { name: 'mine', annotations } }]);
  expect(mine.metadata.annotations).toBeUndefined();
});
