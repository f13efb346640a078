import type { StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import type { PersistentVolumeClaim, Pod } from '@kubemin/kubeapi/types/core.v1';
import { expect, test } from 'vitest';
import { pod, statefulSet } from '../../test-support/workload.ts';
import { planRetention } from './claim-retention.ts';

type Policy = 'Retain' | 'Delete';

function set(whenDeleted: Policy, whenScaled: Policy): StatefulSet {
  const made = statefulSet('db', 1);
  const spec = { selector: {}, template: {}, ...made.spec };
  return {
    ...made,
    metadata: { name: 'db', uid: 'set' },
    spec: { ...spec, persistentVolumeClaimRetentionPolicy: { whenDeleted, whenScaled } },
  };
}

function ordinal(number: number): Pod {
  const made = pod(`db-${number}`);
  return { ...made, metadata: { ...made.metadata, uid: `pod-${number}` } };
}

function claim(number: number, ...owners: readonly (readonly [kind: string, name: string, uid: string])[]) {
  const ownerReferences = owners.map(([kind, name, uid]) => ({ apiVersion: 'v1', kind, name, uid }));
  const made: PersistentVolumeClaim = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: `data-db-${number}`, ownerReferences },
  };
  return made;
}

function plan(of: StatefulSet, pods: readonly Pod[], claims: readonly PersistentVolumeClaim[]) {
  const changes = planRetention(of, pods, (name) => claims.find(({ metadata }) => metadata.name === name));
  return changes.map(
    ({ claim: one, ownerReferences }) =>
      `${one.metadata.name}: ${ownerReferences.map(({ uid }) => uid).join(' ') || 'nobody'}`,
  );
}

const SET = ['StatefulSet', 'db', 'set'] as const;
const POD_1 = ['Pod', 'db-1', 'pod-1'] as const;

// The set wants db-0 only: db-1 is to be given up.
test.each<[Policy, Policy, readonly string[]]>([
  ['Retain', 'Retain', []],
  ['Delete', 'Retain', ['data-db-0: set', 'data-db-1: set']],
  ['Retain', 'Delete', ['data-db-1: pod-1']],
  ['Delete', 'Delete', ['data-db-0: set', 'data-db-1: pod-1']],
])('when deleted %s and when scaled %s, claims belong to those that take them along', (deleted, scaled, expected) => {
  expect(plan(set(deleted, scaled), [ordinal(0), ordinal(1)], [claim(0), claim(1)])).toEqual(expected);
});

test('what is as it should be stays, and so do the owners that others have added', () => {
  const claims = [claim(0, SET, ['Backup', 'b', 'backup']), claim(1, POD_1)];
  expect(plan(set('Delete', 'Delete'), [ordinal(0), ordinal(1)], claims)).toEqual([]);
  expect(plan(set('Retain', 'Retain'), [ordinal(0), ordinal(1)], claims)).toEqual([
    'data-db-0: backup',
    'data-db-1: nobody',
  ]);
});

test('a pod that is wanted again, or is another one by now, does not take the claim along', () => {
  const grown = { ...set('Retain', 'Delete') };
  const wanted = { ...grown, spec: { selector: {}, template: {}, ...grown.spec, replicas: 2 } };
  expect(plan(wanted, [ordinal(0), ordinal(1)], [claim(0), claim(1, POD_1)])).toEqual(['data-db-1: nobody']);
  expect(plan(wanted, [ordinal(0)], [claim(1, ['Pod', 'db-1', 'earlier'])])).toEqual(['data-db-1: nobody']);
});

test('the claims of a pod that is gone are left to the garbage collector', () => {
  expect(plan(set('Delete', 'Delete'), [ordinal(0)], [claim(0, SET), claim(1, POD_1)])).toEqual([]);
});
