import type { Deployment } from '@kubemin/kubeapi/types/apps.v1';
import { expect, test } from 'vitest';
import { rolloutLimits } from './rollout-limits.ts';

function deployment(replicas: number, rollingUpdate: object): Deployment {
  const spec = { replicas, selector: {}, template: {}, strategy: { type: 'RollingUpdate', rollingUpdate } };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: {}, spec };
}

test.each([
  [10, { maxSurge: '25%', maxUnavailable: '25%' }, { maxSurge: 3, maxUnavailable: 2 }],
  [1, {}, { maxSurge: 1, maxUnavailable: 0 }],
  [4, { maxSurge: 0, maxUnavailable: '10%' }, { maxSurge: 0, maxUnavailable: 1 }],
  [2, { maxSurge: 0, maxUnavailable: 5 }, { maxSurge: 0, maxUnavailable: 2 }],
])('%i replicas with %o may differ by %o', (replicas, rollingUpdate, limits) => {
  expect(rolloutLimits(deployment(replicas, rollingUpdate))).toEqual(limits);
});
