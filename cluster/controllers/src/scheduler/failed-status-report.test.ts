import { RetryableError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { createKubeClient } from '@kubemin/kube';
import type { ApiHandler } from '@kubemin/kubeapi';
import { core, scheduling } from '@kubemin/kubeapi/resources';
import { ManualClock, startTestCluster } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { handMadeNode } from '../test-support/hand-made-node.ts';
import { runModule } from '../test-support/run-module.ts';
import { pod } from '../test-support/workload.ts';
import { scheduler } from './scheduler-controller.ts';

test('a preemptor whose status could not be written gets its victim deleted all the same, at the next try', async () => {
  const clock = new ManualClock();
  const cluster = await startTestCluster({ controllers: false, clock });
  let failures = 0;
  const handler: ApiHandler = async (request) => {
    if (failures === 0 && request.method === 'PATCH' && request.path.endsWith('/pods/high/status')) {
      failures += 1;
      throw new RetryableError(verbatim('no response'), { code: 'TEST_CUT' });
    }
    return cluster.handler(request);
  };
  const stop = await runModule(createKubeClient(handler), scheduler(), clock);
  onTestFinished(async () => {
    await stop();
    await cluster.close();
  });
  const pods = cluster.client.resource(core.v1.pods, 'default');
  await cluster.client.resource(core.v1.nodes).create(handMadeNode('only'));
  await cluster.client.resource(core.v1.nodes).patch('only', { type: 'merge', body: { spec: { taints: null } } });
  await pods.create(pod('low', { requests: { cpu: '6' } }));
  await clock.advance(1_000);
  expect((await pods.get('low')).spec?.nodeName).toBe('only');
  await cluster.client.resource(scheduling.v1.priorityclasses).create({
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name: 'urgent' },
    value: 10,
  });
  const high = pod('high', { requests: { cpu: '6' } });
  await pods.create({ ...high, spec: { containers: [], ...high.spec, priorityClassName: 'urgent' } });
  await clock.advance(15_000);
  expect(failures).toBe(1);
  expect((await pods.get('low')).metadata.deletionTimestamp).toBeDefined();
});
