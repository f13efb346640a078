import { silentLogger, systemRandom } from '@kubemin/base';
import { createManager } from '@kubemin/controller';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { eventually, ManualClock, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../test-support/served-samples.ts';
import { atModule } from './at-reconciler.ts';
import { type At, ats } from './at-resource.ts';

const START = Date.parse('2030-01-01T00:00:00Z');

describe.each(['http', 'loopback'] as const)('At over %s', (transport) => {
  const clock = new ManualClock(START);
  const stop = new AbortController();
  let cluster: TestCluster;
  let running: Promise<void>;

  beforeAll(async () => {
    cluster = await startTestCluster({ transport, controllers: false });
    await serve(cluster.client, [ats]);
    const { client } = cluster;
    const filters = { ats: '!*-of-another' };
    const manager = createManager({ client, clock, random: systemRandom, logger: silentLogger, filters });
    running = manager.with(atModule).run(stop.signal);
    await manager.ready;
  });
  afterAll(async () => {
    stop.abort();
    await running;
    await cluster.close();
  });

  const objects = () => cluster.client.resource(ats, 'default');
  const pods = () => cluster.client.resource(core.v1.pods, 'default');
  const waitForPhase = (name: string, phase: string) =>
    eventually(async () => (await objects().get(name)).status, { until: (status) => status?.phase === phase });

  function create(name: string, schedule: string, annotations: Readonly<Record<string, string>> = {}): Promise<At> {
    const spec = { schedule, command: 'echo hello | wc -c' };
    return objects().create({ apiVersion: 'demo.wukong.com/v1', kind: 'At', metadata: { name, annotations }, spec });
  }

  /** Nothing runs pods here, so the test sets their status. */
  async function end(name: string, status: Pod['status']): Promise<void> {
    await pods().patch(name, { type: 'merge', body: { status } }, { subresource: 'status' });
  }

  test('waits for its time, runs, and is DONE in storage when its pod has ended', async () => {
    await create('later', '2030-01-01T01:00:00Z');
    expect(await waitForPhase('later', 'PENDING')).toEqual({ phase: 'PENDING' });
    await clock.advance(3_599_999);
    expect(await pods().find('later-pod')).toBeUndefined();
    await clock.advance(1);
    expect(await waitForPhase('later', 'RUNNING')).toEqual({ phase: 'RUNNING', startedAt: '2030-01-01T01:00:00Z' });
    expect(await pods().get('later-pod')).toMatchObject({
      metadata: { labels: { app: 'later' }, ownerReferences: [{ kind: 'At', name: 'later', controller: true }] },
      spec: {
        restartPolicy: 'OnFailure',
        containers: [{ image: 'busybox', command: ['sh', '-c', 'echo hello | wc -c'] }],
      },
    });
    await end('later-pod', { phase: 'Succeeded' });
    expect(await waitForPhase('later', 'DONE')).toMatchObject({
      finishedAt: '2030-01-01T01:00:00Z',
      message: 'the command succeeded',
    });
  });

  test('does not run again when the pod of a finished one is deleted', async () => {
    await create('once', '2029-01-01T00:00:00Z');
    await waitForPhase('once', 'RUNNING');
    await end('once-pod', { phase: 'Failed', message: 'no such image' });
    expect(await waitForPhase('once', 'DONE')).toMatchObject({ message: 'pod once-pod failed: no such image' });
    await pods().delete('once-pod', { gracePeriodSeconds: 0 });
    // Whatever the deletion stirred up comes before this.
    await create('after', '2029-01-01T00:00:00Z');
    await waitForPhase('after', 'RUNNING');
    expect(await pods().find('once-pod')).toBeUndefined();
  });

  test('does not touch a pod of the same name that it does not own', async () => {
    const metadata = { name: 'taken-pod' };
    await pods().create({ apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers: [{ name: 'c', image: 'i' }] } });
    await create('taken', '2029-01-01T00:00:00Z');
    const events = cluster.client.resource(core.v1.events, 'default');
    const event = await eventually(async () =>
      (await events.list()).items.find(({ reason }) => reason === 'PodNameTaken'),
    );
    expect(event?.message).toMatch(/delete the pod, or give the At another name/);
    expect((await pods().get('taken-pod')).metadata.ownerReferences).toBeUndefined();
    expect((await objects().get('taken')).status?.phase).not.toBe('RUNNING');
  });

  test('leaves alone what the filter keeps from it', async () => {
    await create('one-of-another', '2029-01-01T00:00:00Z');
    await create('next', '2029-01-01T00:00:00Z');
    await waitForPhase('next', 'RUNNING');
    expect(await pods().find('one-of-another-pod')).toBeUndefined();
  });

  test('hands on what simulated nodes are to make of its pod', async () => {
    await create('pretend', '2029-01-01T00:00:00Z', { 'kubemin.io/simulate-run-duration': '1s', other: 'x' });
    await waitForPhase('pretend', 'RUNNING');
    const { metadata } = await pods().get('pretend-pod');
    expect(metadata.annotations).toEqual({ 'kubemin.io/simulate-run-duration': '1s' });
  });

  test.each([
    ['tomorrow', /schedule/],
    ['', /schedule/],
  ])('is refused by the server when its time is "%s"', async (schedule, message) => {
    await expect(create('never', schedule)).rejects.toThrow(message);
  });
});

test('runs to its end on simulated nodes', async () => {
  const cluster = await startTestCluster({ nodes: 1 });
  const stop = new AbortController();
  const clock = new ManualClock(START);
  try {
    await serve(cluster.client, [ats]);
    const manager = createManager({ client: cluster.client, clock, random: systemRandom, logger: silentLogger });
    const running = manager.with(atModule).run(stop.signal);
    await cluster.client.resource(ats, 'default').create({
      apiVersion: 'demo.wukong.com/v1',
      kind: 'At',
      metadata: { name: 'quick', annotations: { 'kubemin.io/simulate-run-duration': '1ms' } },
      spec: { schedule: '2029-01-01T00:00:00Z', command: 'true' },
    });
    const done = await eventually(async () => (await cluster.client.resource(ats, 'default').get('quick')).status, {
      until: (status) => status?.phase === 'DONE',
    });
    expect(done?.message).toBe('the command succeeded');
    stop.abort();
    await running;
  } finally {
    stop.abort();
    await cluster.close();
  }
});
