import type { Node, PersistentVolume, PersistentVolumeClaim } from '@kubemin/kubeapi/types/core.v1';
import type { StorageClass } from '@kubemin/kubeapi/types/storage.v1';
import { describe, expect, test } from 'vitest';
import { type ClaimPlan, planClaim } from './claim-plan.ts';
import { localPathProvisioner, simulatedProvisioner } from './local-path-provisioner.ts';
import { builtinStorageClass, isReplaced, LOCAL_PATH_CLASS } from './storage-class.ts';

function claim(spec: Partial<PersistentVolumeClaim['spec']> = {}): PersistentVolumeClaim {
  const base = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '5Gi' } }, ...spec };
  const metadata = { namespace: 'ns', name: 'data', uid: 'u1' };
  return { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata, spec: base, status: { phase: 'Pending' } };
}

function volume(name: string, storage: string, spec: Partial<PersistentVolume['spec']> = {}): PersistentVolume {
  const base = { accessModes: ['ReadWriteOnce'], capacity: { storage }, storageClassName: 'standard', ...spec };
  return { apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name }, spec: base };
}

const classes = [builtinStorageClass([], 'simulated'), LOCAL_PATH_CLASS];
const provisioners = new Map(
  [simulatedProvisioner, localPathProvisioner({ root: '/volumes' })].map((one) => [one.name, one]),
);
const HOST = 'kubernetes.io/hostname';
const nodes = new Map(
  ['a', 'b'].map((name): [string, Node] => [
    name,
    { apiVersion: 'v1', kind: 'Node', metadata: { name, labels: { [HOST]: `${name}.example` } } },
  ]),
);

function decide(
  of: PersistentVolumeClaim,
  volumes: readonly PersistentVolume[] = [],
  known: readonly StorageClass[] = classes,
): ClaimPlan {
  return planClaim({ claim: of, volumes, classes: known, provisioners, node: (name) => nodes.get(name) });
}

function plan(
  of: PersistentVolumeClaim,
  volumes: readonly PersistentVolume[] = [],
  known: readonly StorageClass[] = classes,
) {
  const decided = decide(of, volumes, known);
  if ('volume' in decided) return `${decided.kind} ${decided.volume.metadata.name}`;
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
  });

  test('with a selector gets what it selects, and never a new one', () => {
    const picky = claim({ selector: { matchLabels: { disk: 'ssd' } } });
    const plain = volume('plain', '5Gi');
    const fast = { ...volume('fast', '9Gi'), metadata: { name: 'fast', labels: { disk: 'ssd' } } };
    expect(plan(picky, [plain, fast])).toBe('bind fast');
    expect(plan(picky, [plain])).toBe(
      'wait: failed to provision volume with StorageClass "standard": claim.Spec.Selector is not supported for dynamic provisioning',
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
  ])('that cannot be satisfied has the reason', (unsatisfied, message) => {
    expect(plan(unsatisfied)).toBe(`wait: ${message}`);
  });

  test('whose volume has vanished is lost', () => {
    const bound = { ...claim({ volumeName: 'gone' }), status: { phase: 'Bound' } };
    expect(plan(bound)).toBe('lost: volume "gone" of this claim is gone');
  });
});

describe('a claim that waits for its first pod', () => {
  const late = (node?: string, spec: Partial<PersistentVolumeClaim['spec']> = {}): PersistentVolumeClaim => {
    const plain = claim({ storageClassName: 'local-path', ...spec });
    const annotations = node === undefined ? {} : { 'volume.kubernetes.io/selected-node': node };
    return { ...plain, metadata: { ...plain.metadata, annotations } };
  };
  const on = (node: string) => ({
    storageClassName: 'local-path',
    nodeAffinity: {
      required: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: HOST, operator: 'In', values: [`${node}.example`] }] }],
      },
    },
  });

  test('takes nothing before a node was chosen, even if there is something', () => {
    const waits = 'wait: waiting for first consumer to be created before binding';
    expect([plan(late()), plan(late(), [volume('there', '5Gi', on('a'))])]).toEqual([waits, waits]);
  });

  test('takes what is usable on the chosen node, else a directory there', () => {
    const volumes = [volume('on-a', '5Gi', on('a')), volume('on-b', '9Gi', on('b'))];
    expect(plan(late('b'), volumes)).toBe('bind on-b');
    const made = decide(late('b'), [volume('on-a', '5Gi', on('a'))]);
    expect(made).toMatchObject({
      kind: 'provision',
      volume: { spec: { ...on('b'), hostPath: { path: '/volumes/pvc-u1_ns_data', type: 'DirectoryOrCreate' } } },
    });
  });

  test('goes back to the scheduler when the chosen node is gone, and waits for its user when no node would help', () => {
    const failed = 'failed to provision volume with StorageClass "local-path"';
    expect(plan(late('gone'))).toBe(`reschedule: ${failed}: configuration error, no node was specified`);
    expect(plan(late('a', { accessModes: ['ReadWriteMany'] }))).toBe(
      `wait: ${failed}: a directory of one node cannot be ReadWriteMany; ask for ReadWriteOnce`,
    );
  });
});

describe('a claim that names its volume', () => {
  test.each<[string, PersistentVolume]>([
    ['requested PV is too small', volume('mine', '4Gi')],
    ['storageClassName does not match', volume('mine', '5Gi', { storageClassName: 'fast' })],
    ['incompatible volumeMode', volume('mine', '5Gi', { volumeMode: 'Block' })],
    ['incompatible accessMode', volume('mine', '5Gi', { accessModes: ['ReadOnlyMany'] })],
  ])('is reported: %s', (why, wrong) => {
    expect(plan(claim({ volumeName: 'mine' }), [wrong])).toBe(`wait: Cannot bind to requested volume "mine": ${why}`);
  });

  const bound = (storage: string): PersistentVolumeClaim => ({
    ...claim({ volumeName: 'mine', resources: { requests: { storage } } }),
    status: { phase: 'Bound' },
  });
  const mine = (by: string): PersistentVolume => ({
    ...volume('mine', '5Gi', { claimRef: { namespace: 'ns', name: 'data', uid: 'u1' } }),
    metadata: { name: 'mine', annotations: { 'pv.kubernetes.io/provisioned-by': by } },
  });

  test('and has it may grow, where its class allows it and its provisioner can', () => {
    const ours = mine('kubemin.io/simulated-storage');
    expect(plan(bound('5Gi'), [ours])).toBe('bind mine');
    expect(decide(bound('7Gi'), [ours])).toMatchObject({ kind: 'resize', storage: '7Gi' });
    expect(plan(bound('7Gi'), [mine('example.com/disk')])).toBe(
      'wait: waiting for an external controller to expand this PVC',
    );
    const fixed = [{ ...builtinStorageClass([], 'simulated'), allowVolumeExpansion: false }];
    expect(plan(bound('7Gi'), [ours], fixed)).toBe('bind mine');
  });
});

test('the built-in class is the default one only while there is no other', () => {
  const [standard] = classes;
  const annotations = { 'storageclass.kubernetes.io/is-default-class': 'true' };
  expect(standard?.metadata.annotations).toEqual(annotations);
  const mine = builtinStorageClass(
    [{ ...builtinStorageClass([], 'simulated'), metadata: { name: 'mine', annotations } }],
    'simulated',
  );
  expect(mine.metadata.annotations).toBeUndefined();
});

test('the built-in class follows the kind of the nodes; a class of the same name that others made stays', () => {
  const simulated = builtinStorageClass([], 'simulated');
  const local = builtinStorageClass([simulated], 'local-path');
  expect(local).toMatchObject({ volumeBindingMode: 'WaitForFirstConsumer', metadata: simulated.metadata });
  expect(isReplaced(simulated, local)).toBe(true);
  expect(isReplaced(local, local)).toBe(false);
  expect(isReplaced({ ...simulated, provisioner: 'example.com/disk' }, local)).toBe(false);
});
