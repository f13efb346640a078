import { createKubeClient } from '@kubemin/kube';
import type { ApiHandler } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { ManualClock, startTestCluster } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { handMadeNode } from '../test-support/hand-made-node.ts';
import { runModule } from '../test-support/run-module.ts';
import { pod } from '../test-support/workload.ts';
import { scheduler } from './scheduler-controller.ts';

const MOST_WRITES = 256;

test('a pod that changes twice while it is written about is decided about as it is last', async () => {
  const clock = new ManualClock();
  const cluster = await startTestCluster({ controllers: false, clock });
  const [early, others] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let held = 0;
  const handler: ApiHandler = async (request) => {
    if (request.method === 'PATCH' && request.path.endsWith('/status')) {
      held += 1;
      await (request.path.endsWith('/pods/early/status') ? early : others).promise;
    }
    return cluster.handler(request);
  };
  const stop = await runModule(createKubeClient(handler), scheduler(), clock);
  onTestFinished(async () => {
    early.resolve();
    others.resolve();
    await stop();
    await cluster.close();
  });
  const nodes = cluster.client.resource(core.v1.nodes);
  const pods = cluster.client.resource(core.v1.pods, 'default');
  await nodes.create(handMadeNode('only'));
  const tolerate = async (key: string) => {
    const known = (await pods.get('early')).spec?.tolerations ?? [];
    const tolerations = [...known, { key, operator: 'Exists' }];
    await pods.patch('early', { type: 'merge', body: { spec: { tolerations } } });
    await clock.advance(1);
  };
  await nodes.patch('only', { type: 'merge', body: { spec: { taints: [{ key: 'shut', effect: 'NoSchedule' }] } } });
  await pods.create(pod('early'));
  await clock.advance(1);
  expect(held).toBe(1);
  // Its turn comes, and is put off.
  await tolerate('other');
  for (let made = 1; made < MOST_WRITES; made += 1) await pods.create(pod(`other-${made}`));
  await clock.advance(1);
  expect(held).toBe(MOST_WRITES);
  // Its turn does not come while so much is written.
  await tolerate('shut');
  early.resolve();
  await clock.advance(1);
  expect((await pods.get('early')).spec?.nodeName).toBe('only');
});
