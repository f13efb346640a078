import { createKubeClient } from '@kubemin/kube';
import type { ApiHandler } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { ManualClock, startTestCluster } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { runModule } from '../../test-support/run-module.ts';
import { namespaceController } from './namespace-controller.ts';

test('a namespace with leftovers is not reconciled for changes of its status, and once for many deletions', async () => {
  const clock = new ManualClock();
  const cluster = await startTestCluster({ controllers: false, clock });
  let looks = 0;
  const handler: ApiHandler = async (request) => {
    if (request.method === 'GET' && request.path === '/api/v1/namespaces/held/configmaps') looks += 1;
    return cluster.handler(request);
  };
  const stop = await runModule(createKubeClient(handler), namespaceController, clock);
  onTestFinished(async () => {
    await stop();
    await cluster.close();
  });
  const namespaces = cluster.client.resource(core.v1.namespaces);
  await namespaces.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'held' } });
  const maps = cluster.client.resource(core.v1.configmaps, 'held');
  const finalizers = ['example.com/look'];
  const names = Array.from({ length: 20 }, (_, index) => `kept-${index}`);
  for (const name of names) {
    await maps.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, finalizers } });
  }
  await namespaces.delete('held');
  await clock.advance(4_000);
  expect((await namespaces.get('held')).status?.conditions).toContainEqual(
    expect.objectContaining({ type: 'NamespaceContentRemaining', status: 'True' }),
  );
  // Before and after it deletes what is there.
  expect(looks).toBeLessThanOrEqual(2);
  const before = looks;
  for (const name of names.slice(1)) {
    await maps.patch(name, { type: 'merge', body: { metadata: { finalizers: null } } });
  }
  await clock.advance(900);
  expect(looks - before).toBeLessThanOrEqual(1);
  await maps.patch('kept-0', { type: 'merge', body: { metadata: { finalizers: null } } });
  await clock.advance(1_000);
  expect(await namespaces.find('held')).toBeUndefined();
});
