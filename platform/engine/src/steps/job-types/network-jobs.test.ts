import { apiextensions, apps, autoscaling } from '@kubemin/kubeapi/resources';
import type { CustomResourceDefinition } from '@kubemin/kubeapi/types/apiextensions.v1';
import { type GatewaySettings, generatedName } from '@kubemin/render';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { httpRoutes, virtualServices } from '../../delivery/gateway-resources.ts';
import { deliverTo, releaseShortNames, startClusterEngine } from '../../test-support/cluster-engine.ts';

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

/** As much of a definition as it takes for a cluster to serve the kind. */
function definition({ group, version, kind, plural, singular }: typeof httpRoutes): CustomResourceDefinition {
  const openAPIV3Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const annotations = { 'api-approved.kubernetes.io': 'unapproved, stands in for the real one in tests' };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}`, annotations },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, plural, singular, listKind: `${kind}List` },
      versions: [{ name: version, served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  };
}

const targets: readonly (readonly [GatewaySettings, typeof httpRoutes])[] = [
  [{ target: 'gateway-api', parent: { name: 'edge' } }, httpRoutes],
  [{ target: 'istio', gateways: ['edge'] }, virtualServices],
];

test.each(targets)('routes are delivered and pruned as $target', async (gateway, resource) => {
  await cluster.client.resource(apiextensions.v1.customresourcedefinitions).create(definition(resource));
  const routes = cluster.client.resource(resource, 'default');
  await eventually(async () => (await routes.list()).items.length === 0);
  const engine = await startClusterEngine(cluster.client, { render: { gateway } });
  const entry = { name: 'door', routes: [{ backend: { serviceName: 'web' } }] };

  expect((await deliverTo(engine, gateway.target, [web({ gateway: [entry] })])).task?.status).toBe('completed');
  expect((await routes.list()).items.map(({ metadata }) => metadata.name)).toEqual(['door']);

  expect((await deliverTo(engine, gateway.target, [web({})])).task?.status).toBe('completed');
  expect((await routes.list()).items).toEqual([]);
});
