import { core } from '@kubemin/kubeapi/resources';
import type { ContainerStatus, Pod } from '@kubemin/kubeapi/types/core.v1';
import { describe, expect, test } from 'vitest';
import { startManualFleet } from '../test-support/manual-fleet.ts';
import { endedPod } from './pod-end.ts';

const NOW = Date.UTC(2026, 0, 1);
const container = { name: 'c', image: 'shop:1' };

function withContainer(status: Partial<ContainerStatus> | undefined): Pod {
  const known = status && { name: 'c', image: 'shop:1', imageID: '', ready: true, restartCount: 0, ...status };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'ns', name: 'p', uid: 'u' },
    spec: { containers: [container] },
    status: { phase: 'Running', ...(known && { containerStatuses: [known] }) },
  };
}

function ended(status: Partial<ContainerStatus> | undefined) {
  const { phase, containerStatuses, conditions } = endedPod(withContainer(status), { now: NOW, exitCode: 143 });
  const ready = conditions?.find(({ type }) => type === 'Ready')?.status;
  return { phase, ready, terminated: containerStatuses?.[0]?.state?.terminated };
}

describe('a pod that was stopped', () => {
  test('failed if it ran, and keeps the time of its start', () => {
    const startedAt = '2025-12-31T00:00:00Z';
    expect(ended({ state: { running: { startedAt } } })).toEqual({
      phase: 'Failed',
      ready: 'False',
      terminated: { exitCode: 143, reason: 'Error', startedAt, finishedAt: '2026-01-01T00:00:00Z' },
    });
  });

  test('failed if it never came to run', () => {
    expect(ended(undefined)).toMatchObject({ phase: 'Failed', terminated: { reason: 'ContainerStatusUnknown' } });
  });

  test('failed as it last did if it was waiting for its next start', () => {
    const terminated = { exitCode: 3, reason: 'Error' };
    const waiting = { reason: 'CrashLoopBackOff' };
    expect(ended({ state: { waiting }, lastState: { terminated } })).toMatchObject({ phase: 'Failed', terminated });
  });

  test('succeeded if all that was in it had ended well before', () => {
    const terminated = { exitCode: 0, reason: 'Completed' };
    expect(ended({ state: { terminated } })).toMatchObject({ phase: 'Succeeded', terminated });
  });
});

test.each([
  ['asked to go', undefined],
  ['forced to go', 0],
])('the holder of a pod that is %s sees how it ended', async (_how, gracePeriodSeconds) => {
  const fleet = await startManualFleet({ count: 1 });
  try {
    await fleet.clock.advance(1_000);
    const pods = fleet.cluster.client.resource(core.v1.pods, 'default');
    await pods.create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'held', finalizers: ['example.com/look'] },
      spec: { nodeName: 'simulated-node-0', containers: [container] },
    });
    await fleet.clock.advance(1_000);
    const disrupted = { type: 'DisruptionTarget', status: 'True', reason: 'Test' };
    await pods.patch(
      'held',
      { type: 'strategic', body: { status: { conditions: [disrupted] } } },
      { subresource: 'status' },
    );
    await pods.delete('held', gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds });
    await fleet.clock.advance(1_000);
    const { metadata, status } = await pods.get('held');
    expect(metadata.deletionGracePeriodSeconds).toBe(0);
    expect(status).toMatchObject({
      phase: 'Failed',
      containerStatuses: [{ state: { terminated: { exitCode: 143 } } }],
    });
    expect(status?.conditions?.find(({ type }) => type === 'DisruptionTarget')?.status).toBe('True');
  } finally {
    await fleet.close();
  }
});
