import { expect, test } from 'vitest';
import { replicaSet } from '../../test-support/workload.ts';
import { replicaSetStatus } from './replicaset-status.ts';

const NOW = Date.UTC(2026, 0, 1);
const refused = (name: string) => ({ reason: 'FailedCreate', message: `pods "${name}" is forbidden` });

test('a failure that goes on is no news, whichever pod it is about; another one is, and its end', () => {
  const set = replicaSet('web', 2);
  const first = replicaSetStatus({ set, pods: [], now: NOW, failure: refused('web-a') });
  expect(first.conditions).toMatchObject([
    { type: 'ReplicaFailure', status: 'True', message: 'pods "web-a" is forbidden' },
  ]);
  const failing = { ...set, status: first };
  expect(replicaSetStatus({ set: failing, pods: [], now: NOW + 5_000, failure: refused('web-b') })).toEqual(first);
  const other = { reason: 'FailedDelete', message: 'no' };
  expect(replicaSetStatus({ set: failing, pods: [], now: NOW, failure: other }).conditions).toMatchObject([other]);
  expect(replicaSetStatus({ set: failing, pods: [], now: NOW }).conditions).toEqual([]);
});
