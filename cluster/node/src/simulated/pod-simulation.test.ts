import { core } from '@kubemin/kubeapi/resources';
import type { EphemeralContainer, Pod, PodStatus } from '@kubemin/kubeapi/types/core.v1';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ManualFleet, startManualFleet } from '../test-support/manual-fleet.ts';
import { simulatePod } from './pod-simulation.ts';

const START = Date.UTC(2026, 0, 1);
const NETWORK = { hostIP: '198.18.0.1', podIP: '10.244.0.2' };

function pod(annotations: Record<string, string> = {}, spec: Partial<Pod['spec']> = {}, more: object = {}): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'ns', name: 'p', uid: 'u', annotations, ...more },
    spec: { nodeName: 'n', containers: [{ name: 'c', image: 'shop:1' }], ...spec },
  };
}

/** The pod as the API would hold it after each of several looks, the last one at the given time. */
function after(
  object: Pod,
  ...times: readonly number[]
): { status: PodStatus; reasons: string[]; wake?: number | undefined } {
  let current = object;
  const reasons: string[] = [];
  let wake: number | undefined;
  for (const time of times) {
    const step = simulatePod(current, { now: START + time, ...NETWORK });
    current = { ...current, status: { ...current.status, ...step.status } };
    reasons.push(...step.events.map(({ reason }) => reason));
    wake = step.wakeAfterMs;
  }
  return { status: current.status ?? {}, reasons, wake };
}

function conditionStatus({ conditions }: PodStatus, type: string): string | undefined {
  return conditions?.find((condition) => condition.type === type)?.status;
}

describe('a pod without wishes', () => {
  test('runs and is ready at the first look', () => {
    const { status, reasons, wake } = after(pod(), 0);
    expect(status).toMatchObject({ phase: 'Running', podIP: '10.244.0.2', startTime: '2026-01-01T00:00:00Z' });
    expect(status.containerStatuses?.[0]).toMatchObject({ ready: true, restartCount: 0, image: 'shop:1' });
    expect(conditionStatus(status, 'Ready')).toBe('True');
    expect(reasons).toEqual(['Pulled', 'Created', 'Started']);
    expect(wake).toBeUndefined();
  });

  test('simulated again much later it is exactly the same, and no event is repeated', () => {
    const once = after(pod(), 0);
    expect(after(pod(), 0, 3_600_000)).toEqual(once);
  });

  test('its init containers have completed', () => {
    const { status } = after(pod({}, { initContainers: [{ name: 'i', image: 'init:1' }] }), 0, 5000);
    expect(status.initContainerStatuses?.[0]?.state?.terminated).toMatchObject({ exitCode: 0, reason: 'Completed' });
    expect(status.phase).toBe('Running');
  });

  test('is not ready before its readiness gates are', () => {
    const { status } = after(pod({}, { readinessGates: [{ conditionType: 'example.com/gate' }] }), 0);
    expect([conditionStatus(status, 'ContainersReady'), conditionStatus(status, 'Ready')]).toEqual(['True', 'False']);
  });
});

test('a start delay keeps the pod creating, also when the delay is resumed by another process', () => {
  const delayed = pod({ 'kubemin.io/simulate-start-delay': '2s' });
  const waiting = after(delayed, 0, 500);
  expect(waiting.status.phase).toBe('Pending');
  expect(waiting.status.containerStatuses?.[0]?.state?.waiting?.reason).toBe('ContainerCreating');
  expect(waiting.wake).toBe(1500);
  expect(after(delayed, 0, 500, 2000).status.phase).toBe('Running');
});

test('an image that cannot be pulled fails, then backs off, and stays so', () => {
  const broken = pod({ 'kubemin.io/simulate': 'image-pull-error' });
  const waiting = ({ status }: { status: PodStatus }) => status.containerStatuses?.[0]?.state?.waiting;
  expect(waiting(after(broken, 0))?.reason).toBe('ErrImagePull');
  const backedOff = after(broken, 0, 1);
  expect(waiting(backedOff)).toMatchObject({ reason: 'ImagePullBackOff' });
  expect(waiting(backedOff)?.message).toContain('Back-off pulling image "shop:1"');
  expect(backedOff.status.phase).toBe('Pending');
  expect(backedOff.reasons).toContain('BackOff');
  expect(after(broken, 0, 1, 100_000)).toEqual({ ...backedOff, wake: undefined });
});

test('an image that becomes available again lets the pod start', () => {
  const { status } = after(pod({ 'kubemin.io/simulate': 'image-pull-error' }), 0, 1);
  expect(after({ ...pod(), status }, 5000).status.phase).toBe('Running');
});

describe('a crashing container', () => {
  const crashing = pod({ 'kubemin.io/simulate': 'crash-loop' });
  const container = (...times: number[]) => after(crashing, ...times).status.containerStatuses?.[0];

  test('is restarted at once, then after 10 s, 20 s, 40 s', () => {
    expect(container(0)?.state?.terminated).toMatchObject({ exitCode: 1 });
    expect(container(0, 0)).toMatchObject({ restartCount: 1, state: { waiting: { reason: 'CrashLoopBackOff' } } });
    expect(after(crashing, 0, 0, 4000).wake).toBe(6000);
    expect(container(0, 0, 10_000)?.restartCount).toBe(2);
    expect(container(0, 0, 10_000, 29_000)?.restartCount).toBe(2);
    expect(container(0, 0, 10_000, 30_000)?.restartCount).toBe(3);
  });

  test('leaves the pod running but not ready', () => {
    const { status } = after(crashing, 0, 0);
    expect([status.phase, conditionStatus(status, 'Ready')]).toEqual(['Running', 'False']);
  });

  test('fails a pod that is never restarted', () => {
    const { status } = after(pod({ 'kubemin.io/simulate': 'crash-loop' }, { restartPolicy: 'Never' }), 0, 1);
    expect(status.phase).toBe('Failed');
  });
});

test('a pod of a Job completes', () => {
  const ownerReferences = [{ apiVersion: 'batch/v1', kind: 'Job', name: 'j', uid: 'j', controller: true }];
  const job = pod({}, { restartPolicy: 'OnFailure' }, { ownerReferences });
  expect(after(job, 0).wake).toBe(1000);
  expect(after(job, 0, 1000).status.phase).toBe('Succeeded');
});

test('a pod that is never restarted completes, too', () => {
  const once = pod({}, { restartPolicy: 'Never' });
  expect(after(once, 0).wake).toBe(1000);
  expect(after(once, 0, 1000).status.phase).toBe('Succeeded');
});

describe('a container that uses more memory than it may', () => {
  const limits = { memory: '100Mi' };
  const hungry = (used: string, spec: Partial<Pod['spec']> = {}) =>
    pod(
      { 'kubemin.io/simulate-usage-memory': used },
      { containers: [{ name: 'c', image: 'shop:1', resources: { limits } }], ...spec },
    );

  test('is killed, and restarted by the policy of its pod', () => {
    const killed = { exitCode: 137, reason: 'OOMKilled' };
    expect(after(hungry('500Mi'), 0).status.containerStatuses?.[0]?.state?.terminated).toMatchObject(killed);
    expect(after(hungry('500Mi'), 0, 0).status.containerStatuses?.[0]).toMatchObject({
      restartCount: 1,
      state: { waiting: { reason: 'CrashLoopBackOff' } },
      lastState: { terminated: killed },
    });
    expect(after(hungry('500Mi', { restartPolicy: 'Never' }), 0).status.phase).toBe('Failed');
  });

  test('lives as long as it keeps within its limit', () => {
    expect(after(hungry('100Mi'), 0).status.phase).toBe('Running');
  });
});

let fleet: ManualFleet;
beforeAll(async () => {
  fleet = await startManualFleet({ count: 1 });
  await fleet.clock.advance(1_000);
});
afterAll(() => fleet.close());

const pods = () => fleet.cluster.client.resource(core.v1.pods, 'default');
const debugged = async (name: string) => (await pods().get(name)).status;

/** A pod that runs, and into which a user puts a debug container. */
async function debug(name: string, container: Partial<EphemeralContainer>): Promise<void> {
  const spec = { nodeName: 'simulated-node-0', containers: [{ name: 'main', image: 'shop:1' }] };
  await pods().create({ apiVersion: 'v1', kind: 'Pod', metadata: { name, finalizers: ['example.com/look'] }, spec });
  await fleet.clock.advance(500);
  const ephemeralContainers = [{ name: 'debugger', image: 'busybox', targetContainerName: 'main', ...container }];
  const body = { spec: { ephemeralContainers } };
  await pods().patch(name, { type: 'strategic', body }, { subresource: 'ephemeralcontainers' });
  await fleet.clock.advance(500);
}

test('a container that is put into a running pod is started, with events, and not started again once it is done', async () => {
  await debug('brief', { command: ['sleep', '2'] });
  expect((await debugged('brief'))?.ephemeralContainerStatuses).toMatchObject([
    { name: 'debugger', image: 'busybox', ready: false, restartCount: 0, state: { running: {} } },
  ]);
  await fleet.clock.advance(60_000);
  const status = await debugged('brief');
  expect(status?.ephemeralContainerStatuses).toMatchObject([
    { restartCount: 0, state: { terminated: { exitCode: 0, reason: 'Completed' } } },
  ]);
  expect(status?.phase).toBe('Running');
  expect(status?.conditions?.find(({ type }) => type === 'Ready')?.status).toBe('True');
  const { items } = await fleet.cluster.client.resource(core.v1.events, 'default').list();
  const recorded = items.filter(({ message }) => message?.includes('debugger') || message?.includes('busybox'));
  expect(recorded.map(({ reason }) => reason).sort()).toEqual(['Created', 'Pulled', 'Started']);
});

test('one that is talked to stays until the pod goes, and ends with it', async () => {
  await debug('talkative', { stdin: true, tty: true });
  await fleet.clock.advance(60_000);
  expect((await debugged('talkative'))?.ephemeralContainerStatuses).toMatchObject([{ state: { running: {} } }]);
  await pods().delete('talkative');
  await fleet.clock.advance(1_000);
  expect((await debugged('talkative'))?.ephemeralContainerStatuses).toMatchObject([
    { state: { terminated: { exitCode: 137 } } },
  ]);
});
