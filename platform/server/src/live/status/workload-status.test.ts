import type { Deployment } from '@kubemin/kubeapi/types/apps.v1';
import { describe, expect, test } from 'vitest';
import { cronStatus, daemonStatus, deploymentStatus, jobStatus } from './workload-status.ts';

interface Facts {
  readonly desired?: number;
  readonly generation?: number;
  readonly status?: Deployment['status'];
}

function deployment({ desired, generation = 1, status }: Facts): Deployment {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'd', namespace: 'default', generation },
    spec: {
      ...(desired !== undefined && { replicas: desired }),
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    },
    ...(status !== undefined && { status }),
  };
}

const deploymentState = (facts: Facts) => deploymentStatus.state(deployment(facts), { list: () => [] });

describe('the state of a Deployment', () => {
  test('all replicas ready is Running', () => {
    const status = { observedGeneration: 1, replicas: 2, updatedReplicas: 2, readyReplicas: 2 };
    expect(deploymentState({ desired: 2, status })).toMatchObject({
      status: 'Running',
      reason: 'Ready',
      message: { message: '2 of 2 ready' },
      readyReplicas: 2,
    });
  });

  test('some ready, and none ready, is Pending', () => {
    const some = { observedGeneration: 1, replicas: 2, updatedReplicas: 2, readyReplicas: 1 };
    expect(deploymentState({ desired: 2, status: some })).toMatchObject({
      status: 'Pending',
      message: { message: '1 of 2 ready' },
    });
    const none = { observedGeneration: 1, replicas: 1, updatedReplicas: 1 };
    expect(deploymentState({ desired: 1, status: none })).toMatchObject({
      status: 'Pending',
      message: { message: '0 of 1 ready' },
    });
  });

  test('old pods that are ready do not make a new generation Running', () => {
    const status = { observedGeneration: 1, replicas: 2, updatedReplicas: 2, readyReplicas: 2 };
    expect(deploymentState({ desired: 2, generation: 2, status })).toMatchObject({
      status: 'Pending',
      readyReplicas: 2,
    });
  });

  test('a rollout that has not replaced all pods is Pending, however many are ready', () => {
    const status = { observedGeneration: 2, replicas: 3, updatedReplicas: 1, readyReplicas: 2 };
    expect(deploymentState({ desired: 2, generation: 2, status })).toMatchObject({
      status: 'Pending',
      reason: 'Progressing',
    });
  });

  test('scaled to 0 is Failed with the reason Stopped', () => {
    const status = { observedGeneration: 1 };
    expect(deploymentState({ desired: 0, status })).toMatchObject({
      status: 'Failed',
      reason: 'Stopped',
      readyReplicas: 0,
    });
  });

  test('a Deployment no controller has seen yet is Pending with one replica wanted', () => {
    expect(deploymentState({})).toMatchObject({ status: 'Pending', reason: 'Progressing', readyReplicas: 0 });
  });

  test('a rollout past its deadline is Failed with the reason', () => {
    const conditions = [
      {
        type: 'Progressing',
        status: 'False',
        reason: 'ProgressDeadlineExceeded',
        message: 'ReplicaSet "x" has timed out',
      },
    ];
    const status = { observedGeneration: 1, updatedReplicas: 1, conditions };
    const state = deploymentState({ desired: 1, status });
    expect(state).toMatchObject({ status: 'Failed', reason: 'ProgressDeadlineExceeded' });
    expect(state.message.message).toContain('ReplicaSet "x" has timed out');
  });

  test('pods that the quota refuses are Pending, as capacity may become free, with the reason', () => {
    const conditions = [{ type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message: 'exceeded quota' }];
    const state = deploymentState({ desired: 1, status: { observedGeneration: 1, conditions } });
    expect(state).toMatchObject({ status: 'Pending', reason: 'ReplicaFailure' });
    expect(state.message.message).toContain('exceeded quota');
  });

  test('a failure of the previous generation is no news about this one', () => {
    const conditions = [{ type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded' }];
    const status = { observedGeneration: 1, updatedReplicas: 1, conditions };
    expect(deploymentState({ desired: 1, generation: 2, status })).toMatchObject({ status: 'Pending' });
  });
});

describe('the state of what is no Deployment', () => {
  const nothing = { list: () => [] };
  const metadata = { name: 'x', namespace: 'default', generation: 1 };

  test('a job that has run to its end is Completed, a suspended one is Stopped', () => {
    const spec = { completions: 1, template: {} };
    const status = { succeeded: 1, conditions: [{ type: 'Complete', status: 'True' }] };
    expect(jobStatus.state({ apiVersion: 'batch/v1', kind: 'Job', metadata, spec, status }, nothing)).toMatchObject({
      status: 'Running',
      reason: 'Completed',
    });
    const suspended = { apiVersion: 'batch/v1', kind: 'Job', metadata, spec: { ...spec, suspend: true } } as const;
    expect(jobStatus.state(suspended, nothing)).toMatchObject({ status: 'Failed', reason: 'Stopped' });
  });

  test('what waits for its time is Scheduled', () => {
    const spec = { schedule: '@daily', jobTemplate: {} };
    expect(cronStatus.state({ apiVersion: 'batch/v1', kind: 'CronJob', metadata, spec }, nothing)).toMatchObject({
      status: 'Running',
      reason: 'Scheduled',
    });
  });

  test('a daemon counts its machines', () => {
    const counts = { currentNumberScheduled: 3, updatedNumberScheduled: 3, numberMisscheduled: 0, numberReady: 2 };
    const status = { observedGeneration: 1, desiredNumberScheduled: 3, ...counts };
    const spec = { selector: {}, template: {} };
    expect(
      daemonStatus.state({ apiVersion: 'apps/v1', kind: 'DaemonSet', metadata, spec, status }, nothing),
    ).toMatchObject({
      status: 'Pending',
      reason: 'Progressing',
      message: { message: '2 of 3 ready' },
      readyReplicas: 2,
    });
  });
});
