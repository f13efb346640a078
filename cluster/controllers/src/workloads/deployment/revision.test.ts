import type { Deployment, ReplicaSet } from '@kubemin/kubeapi/types/apps.v1';
import { expect, test } from 'vitest';
import { deployment, replicaSet } from '../../test-support/workload.ts';
import { sortRevisions, surplusRevisions } from './revision.ts';

const COMPLETE = { replicas: 1, updatedReplicas: 1, availableReplicas: 1, observedGeneration: 2 };

function shop(status: Deployment['status']): Deployment {
  const { metadata, ...rest } = deployment('shop', 1, { image: 'shop:3', spec: { revisionHistoryLimit: 1 } });
  return { ...rest, metadata: { ...metadata, generation: 2 }, ...(status && { status }) };
}

function revision(number: number, replicas = 0): ReplicaSet {
  const { metadata, ...set } = replicaSet('shop', replicas, { image: `shop:${number}` });
  const annotations = { 'deployment.kubernetes.io/revision': String(number) };
  return { ...set, metadata: { ...metadata, name: `shop-${number}`, annotations }, status: { replicas } };
}

test.each<[string, Deployment['status'], readonly string[]]>([
  ['is complete', COMPLETE, ['shop-1']],
  ['hangs', { ...COMPLETE, availableReplicas: 0 }, []],
  ['has old pods left', { ...COMPLETE, replicas: 2 }, []],
  ['was complete before the last change', { ...COMPLETE, observedGeneration: 1 }, []],
  ['has not begun', undefined, []],
])('of a rollout that %s, what is beyond the history goes only when it is complete', (_name, status, expected) => {
  const owner = shop(status);
  const revisions = sortRevisions(owner, [revision(1), revision(2), revision(3, 1)]);
  expect(surplusRevisions(owner, revisions).map(({ metadata }) => metadata.name)).toEqual(expected);
});

test('without a ReplicaSet of the current template nothing goes', () => {
  const owner = shop(COMPLETE);
  expect(surplusRevisions(owner, sortRevisions(owner, [revision(1), revision(2)]))).toEqual([]);
});

test('a revision of more digits than a number holds is counted exactly', () => {
  const adopted = revision(1);
  const annotations = { 'deployment.kubernetes.io/revision': '3546343826724305832' };
  const set = { ...adopted, metadata: { ...adopted.metadata, annotations } };
  expect(sortRevisions(shop(COMPLETE), [set]).revision).toBe(3546343826724305833n);
});
