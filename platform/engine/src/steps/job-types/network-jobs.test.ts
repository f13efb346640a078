import { apps, autoscaling } from '@kubemin/kubeapi/resources';
import { type GatewaySettings, generatedName } from '@kubemin/render';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { httpRoutes, virtualServices } from '../../delivery/gateway-resources.ts';
import { deliverTo, releaseShortNames, startClusterEngine } from '../../test-support/cluster-engine.ts';
import { serveGatewayKind } from '../../test-support/gateway-kinds.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 2 });
});
afterAll(() => cluster.close());
afterEach(() => releaseShortNames(cluster.client));

const web = (traits: object, replicas = 3) => ({
  name: 'web',
  type: 'webservice',
  image: 'web:1',
  replicas,
  properties: { ports: [{ port: 80 }] },
  traits,
});

test('an application that starts to scale automatically keeps its replicas, and gets its number back when it stops', async () => {
  const engine = await startClusterEngine(cluster.client);
  const name = generatedName({ prefix: 'deploy', name: 'web', appId: 'scaled' });
  const replicas = async () => (await cluster.client.resource(apps.v1.deployments, 'default').get(name)).spec?.replicas;
  const scalers = cluster.client.resource(autoscaling.v2.horizontalpodautoscalers, 'default');

  await deliverTo(engine, 'scaled', [web({})]);
  const { task } = await deliverTo(engine, 'scaled', [web({ autoscaling: { max: 9 } })]);
  expect(task).toMatchObject({ status: 'completed' });
  expect(await replicas()).toBe(3);
  expect((await scalers.list()).items).toHaveLength(1);

  await deliverTo(engine, 'scaled', [web({}, 2)]);
  expect(await replicas()).toBe(2);
  expect((await scalers.list()).items).toEqual([]);
});

const targets: readonly (readonly [GatewaySettings, typeof httpRoutes])[] = [
  [{ target: 'gateway-api', parent: { name: 'edge' } }, httpRoutes],
  [{ target: 'istio', gateways: ['edge'] }, virtualServices],
];

test.each(targets)('routes are delivered and pruned as $target', async (gateway, resource) => {
  await serveGatewayKind(cluster.client, resource);
  const routes = cluster.client.resource(resource, 'default');
  const engine = await startClusterEngine(cluster.client, { render: { gateway } });
  const entry = { name: 'door', routes: [{ backend: { serviceName: 'web' } }] };

  expect((await deliverTo(engine, gateway.target, [web({ gateway: [entry] })])).task?.status).toBe('completed');
  expect((await routes.list()).items.map(({ metadata }) => metadata.name)).toEqual(['door']);

  expect((await deliverTo(engine, gateway.target, [web({})])).task?.status).toBe('completed');
  expect((await routes.list()).items).toEqual([]);
});
