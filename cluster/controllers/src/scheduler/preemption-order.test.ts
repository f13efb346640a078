import { core, scheduling } from '@kubemin/kubeapi/resources';
import { ManualClock, startTestCluster } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { handMadeNode } from '../test-support/hand-made-node.ts';
import { runModule } from '../test-support/run-module.ts';
import { pod } from '../test-support/workload.ts';
import { scheduler } from './scheduler-controller.ts';

test('of pods that the scheduler placed itself, the one leaves that began to run last', async () => {
  const clock = new ManualClock();
  const cluster = await startTestCluster({ controllers: false, clock });
  const stop = await runModule(cluster.client, scheduler(), clock);
  onTestFinished(async () => {
    await stop();
    await cluster.close();
  });
  const pods = cluster.client.resource(core.v1.pods, 'default');
  const nodes = cluster.client.resource(core.v1.nodes);
  await nodes.create(handMadeNode('only'));
  await nodes.patch('only', { type: 'merge', body: { spec: { taints: null } } });
  for (const [name, startTime] of [
    ['a', '2026-01-02T00:00:00Z'],
    ['b', '2026-01-01T00:00:00Z'],
  ] as const) {
    await pods.create(pod(name, { requests: { cpu: '3' } }));
    await clock.advance(1_000);
    expect((await pods.get(name)).spec?.nodeName).toBe('only');
    await pods.patch(name, { type: 'merge', body: { status: { startTime } } }, { subresource: 'status' });
  }
  await cluster.client.resource(scheduling.v1.priorityclasses).create({
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name: 'urgent' },
    value: 10,
  });
  const high = pod('high', { requests: { cpu: '5' } });
  await pods.create({ ...high, spec: { containers: [], ...high.spec, priorityClassName: 'urgent' } });
  await clock.advance(5_000);
  const leaving = async (name: string) => (await pods.get(name)).metadata.deletionTimestamp !== undefined;
  expect([await leaving('a'), await leaving('b')]).toEqual([true, false]);
});
