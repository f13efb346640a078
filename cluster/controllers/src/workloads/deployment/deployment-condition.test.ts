import type { Deployment, DeploymentStatus, ReplicaSet } from '@kubemin/kubeapi/types/apps.v1';
import { describe, expect, test } from 'vitest';
import { nextDeadlineMs } from './deployment-condition.ts';
import { deploymentStatus } from './deployment-status.ts';

const START = Date.UTC(2026, 0, 1);

function deployment(status: DeploymentStatus = {}, spec: object = {}): Deployment {
  const base = { replicas: 3, selector: {}, template: {}, progressDeadlineSeconds: 60, ...spec };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', generation: 1 }, spec: base, status };
}

function replicaSet(name: string, replicas: number, ready: number): ReplicaSet {
  const spec = { replicas, selector: {} };
  const status = { replicas, readyReplicas: ready, availableReplicas: ready };
  return { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name }, spec, status };
}

/** The status after looking at the given numbers of ready pods, at the given times. */
function after(looks: readonly { readonly ready: number; readonly ms: number }[], spec: object = {}): DeploymentStatus {
  let status: DeploymentStatus = {};
  for (const [index, { ready, ms }] of looks.entries()) {
    const current = replicaSet('web-1', 3, ready);
    status = deploymentStatus({
      deployment: deployment(status, spec),
      current,
      old: [],
      now: START + ms,
      created: index === 0,
    });
  }
  return status;
}

function progressing({ conditions }: DeploymentStatus): string | undefined {
  const condition = conditions?.find(({ type }) => type === 'Progressing');
  return condition && `${condition.status} ${condition.reason}`;
}

describe('Progressing', () => {
  test('goes from created over updated to available', () => {
    expect(progressing(after([{ ready: 0, ms: 0 }]))).toBe('True NewReplicaSetCreated');
    expect(
      progressing(
        after([
          { ready: 0, ms: 0 },
          { ready: 1, ms: 10 },
        ]),
      ),
    ).toBe('True ReplicaSetUpdated');
    expect(
      progressing(
        after([
          { ready: 0, ms: 0 },
          { ready: 3, ms: 10 },
        ]),
      ),
    ).toBe('True NewReplicaSetAvailable');
  });

  test('fails when nothing has moved for the length of the deadline, counted from the end of the second of the last progress', () => {
    const looks = [
      { ready: 0, ms: 0 },
      { ready: 1, ms: 50_000 },
    ];
    expect(progressing(after([...looks, { ready: 1, ms: 110_999 }]))).toBe('True ReplicaSetUpdated');
    expect(progressing(after([...looks, { ready: 1, ms: 111_000 }]))).toBe('False ProgressDeadlineExceeded');
  });

  test('recovers when pods become available after all', () => {
    const looks = [
      { ready: 0, ms: 0 },
      { ready: 0, ms: 70_000 },
    ];
    expect(progressing(after(looks))).toBe('False ProgressDeadlineExceeded');
    expect(progressing(after([...looks, { ready: 3, ms: 80_000 }]))).toBe('True NewReplicaSetAvailable');
  });

  test('once complete, a pod that is lost later is no failed rollout', () => {
    const looks = [
      { ready: 3, ms: 0 },
      { ready: 3, ms: 1 },
      { ready: 2, ms: 1000 },
      { ready: 2, ms: 900_000 },
    ];
    expect(progressing(after(looks))).toBe('True NewReplicaSetAvailable');
  });

  test('is unknown while paused, and absent without a deadline', () => {
    expect(progressing(after([{ ready: 0, ms: 0 }], { paused: true }))).toBe('Unknown DeploymentPaused');
    expect(progressing(after([{ ready: 0, ms: 0 }], { progressDeadlineSeconds: 2 ** 31 - 1 }))).toBeUndefined();
  });

  test('asks to be looked at when the deadline ends, and not once it is complete', () => {
    const waiting = after([
      { ready: 0, ms: 0 },
      { ready: 1, ms: 10_000 },
    ]);
    expect(nextDeadlineMs(deployment(), waiting, START + 20_000)).toBe(51_001);
    expect(
      nextDeadlineMs(
        deployment(),
        after([
          { ready: 3, ms: 0 },
          { ready: 3, ms: 1 },
        ]),
        START,
      ),
    ).toBeUndefined();
  });
});

test('Available is lost below the minimum, and an unchanged status keeps every time in it', () => {
  const looks = [
    { ready: 3, ms: 0 },
    { ready: 3, ms: 1000 },
  ];
  const once = after(looks);
  expect(after([...looks, { ready: 3, ms: 5_000_000 }])).toEqual(once);
  const lost = after([...looks, { ready: 2, ms: 5000 }]).conditions?.find(({ type }) => type === 'Available');
  expect(lost).toMatchObject({ status: 'False', lastTransitionTime: '2026-01-01T00:00:05Z' });
});
