import { createKubeClient } from '@kubemin/kube';
import { type ApiHandler, serviceUnavailable } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { ManualClock, startTestCluster } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { runModule } from '../../test-support/run-module.ts';
import { namespaceController } from './namespace-controller.ts';

test('a namespace that is being deleted reports a group of the API whose discovery fails', async () => {
  const clock = new ManualClock();
  const cluster = await startTestCluster({ controllers: false, clock });
  let away = false;
  // A server of the old kind, which is asked group by group.
  const handler: ApiHandler = async (request) => {
    const isRoot = request.path === '/apis' || request.path === '/api';
    if (away && request.path === '/apis/batch/v1') {
      const { status } = serviceUnavailable('the server is currently unable to handle the request');
      return { kind: 'object', status: 503, headers: {}, object: status };
    }
    return cluster.handler(
      isRoot ? { ...request, headers: { ...request.headers, accept: 'application/json' } } : request,
    );
  };
  const stop = await runModule(createKubeClient(handler), namespaceController, clock);
  onTestFinished(async () => {
    await stop();
    await cluster.close();
  });
  const namespaces = cluster.client.resource(core.v1.namespaces);
  await namespaces.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kept' } });
  // The server would delete an empty one at once.
  const metadata = { name: 'held', finalizers: ['example.com/look'] };
  await cluster.client.resource(core.v1.configmaps, 'kept').create({ apiVersion: 'v1', kind: 'ConfigMap', metadata });
  const discoveryCondition = async () =>
    (await namespaces.get('kept')).status?.conditions?.find(({ type }) => type === 'NamespaceDeletionDiscoveryFailure');
  away = true;
  await namespaces.delete('kept');
  await clock.advance(1_000);
  expect(await discoveryCondition()).toMatchObject({
    status: 'True',
    reason: 'DiscoveryFailed',
    message:
      'Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: batch/v1: the server is currently unable to handle the request',
  });
  away = false;
  await clock.advance(6_000);
  expect(await discoveryCondition()).toMatchObject({ status: 'False', reason: 'ResourcesDiscovered' });
});
