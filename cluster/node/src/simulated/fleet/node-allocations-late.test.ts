import { core } from '@kubemin/kubeapi/resources';
import type { PodStatus } from '@kubemin/kubeapi/types/core.v1';
import { expect, test } from 'vitest';
import { startManualFleet } from '../../test-support/manual-fleet.ts';

test('pods that run on a node already are counted when the rules that define the node are read after them', async () => {
  const fleet = await startManualFleet({ count: 0 });
  const { client } = fleet.cluster;
  const pods = client.resource(core.v1.pods, 'default');
  const bind = async (name: string) => {
    const requests = { cpu: '5' };
    const containers = [{ name: 'main', image: 'shop:1', resources: { requests, limits: requests } }];
    const spec = { nodeName: 'big-0', containers };
    await pods.create({ apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec });
  };
  await bind('first');
  // As an earlier run of the program has left it.
  const status: PodStatus = { phase: 'Running', startTime: new Date(fleet.clock.now()).toISOString() };
  await pods.patch('first', { type: 'merge', body: { status } }, { subresource: 'status' });
  await bind('second');
  await fleet.clock.advance(1_000);

  const data = { 'rules.yaml': 'nodes:\n  - count: 1\n    prefix: big\n' };
  const metadata = { name: 'simulation-rules' };
  await client
    .resource(core.v1.configmaps, 'kube-system')
    .create({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data });
  await fleet.clock.advance(1_000);

  expect((await pods.get('first')).status?.phase).toBe('Running');
  expect((await pods.get('second')).status).toMatchObject({ phase: 'Failed', reason: 'OutOfcpu' });
  await fleet.close();
});
