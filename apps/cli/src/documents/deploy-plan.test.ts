import { type Plan, type PlannedJob, planSummary } from '@kubemin/client';
import { expect, test } from 'vitest';
import { describeLosses } from './deploy-plan.ts';

const job = (action: PlannedJob['action'], name: string): PlannedJob => ({
  type: 'deploy',
  component: 'web',
  priority: 10,
  object: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'default', name },
  action,
  message: '',
  changes: [],
});

function createPlan(...jobs: readonly PlannedJob[]): Plan {
  const steps = [{ path: ['all'], jobs }];
  return {
    name: 'shop',
    namespace: 'default',
    upToDate: false,
    summary: planSummary(jobs),
    steps,
    warnings: [],
    problems: [],
  };
}

test('R-18: a canary that the same plan makes and takes away again is no loss, what already exists is one', () => {
  const canary = [job('create', 'web-canary'), job('update', 'web'), job('delete', 'web-canary')];
  expect(describeLosses(createPlan(...canary))).toBeUndefined();
  expect(describeLosses(createPlan(...canary, job('delete', 'old')))?.message).toMatch(/Deployment default\/old/);
});
