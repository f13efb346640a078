import type { ReplicaSet } from '@kubemin/kubeapi/types/apps.v1';
import { expect, test } from 'vitest';
import { replicaSetShare } from './replica-set-share.ts';
import { planRollout } from './rollout-plan.ts';

function set(name: string, replicas: number, status: ReplicaSet['status']): ReplicaSet {
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name },
    spec: { replicas, selector: {} },
    ...(status && { status }),
  };
}

test('pods of a ReplicaSet without a status take room, also when it is to have none any more', () => {
  const [returning, given] = [
    set('returning', 5, { replicas: 5, availableReplicas: 5 }),
    set('given-up', 0, { replicas: 0 }),
  ];
  const state = {
    strategy: 'RollingUpdate',
    replicas: 8,
    limits: { maxSurge: 1, maxUnavailable: 3 },
    paused: false,
    current: replicaSetShare(returning, 5),
    oldPods: 4,
  } as const;
  expect(planRollout({ ...state, old: [replicaSetShare(given, 4)] })).toEqual([]);
  expect(planRollout({ ...state, old: [replicaSetShare(given, 2)] })).toEqual([{ name: 'returning', replicas: 7 }]);
});
