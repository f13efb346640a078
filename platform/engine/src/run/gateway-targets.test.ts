import { RetryableError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { createKubeClient } from '@kubemin/kube';
import { networking } from '@kubemin/kubeapi/resources';
import { LABEL } from '@kubemin/render';
import { openSqlite } from '@kubemin/sql';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { httpRoutes, virtualServices } from '../delivery/index.ts';
import type { GatewayPreferences } from '../task/index.ts';
import { collect } from '../test-support/bench.ts';
import { deliverTo, releaseShortNames, startClusterEngine, submitTo } from '../test-support/cluster-engine.ts';
import { parseDocument } from '../test-support/documents.ts';
import { serveGatewayKind } from '../test-support/gateway-kinds.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 1 });
});
afterAll(() => cluster.close());
afterEach(() => releaseShortNames(cluster.client));

const web = {
  name: 'web',
  type: 'webservice',
  image: 'web:1',
  properties: { ports: [{ port: 80 }] },
  traits: { gateway: [{ name: 'door', hosts: ['shop.io'], routes: [{ backend: { serviceName: 'web' } }] }] },
};

const auto: GatewayPreferences = {
  target: 'auto',
  gatewayApi: { parent: { name: 'edge', namespace: 'infra' } },
  istio: { gateways: ['infra/edge'] },
};

/** The kinds under which the application has a route `door` of its own. */
async function doors(appId: string): Promise<readonly string[]> {
  const kinds = [networking.v1.ingresses, httpRoutes, virtualServices];
  const found = await Promise.all(
    kinds.map(async (type) => {
      const { items } = await cluster.client
        .resource(type, 'default')
        .list({ labelSelector: `${LABEL.appId}=${appId}` });
      return items.map(() => type.kind);
    }),
  );
  return found.flat();
}

test('the operator and what each cluster serves decide; a change moves live routes without a gap', async () => {
  const database = openSqlite({ path: ':memory:' });
  const start = (gateway: GatewayPreferences) =>
    startClusterEngine(cluster.client, { database, settings: { gateway } });
  const request = { appId: 'moved', appName: 'moved', namespace: 'default', revision: 1, componentIds: {} };
  const document = parseDocument({ name: 'moved', namespace: 'default', component: [web] });

  // Nothing but Ingress is served.
  const first = await start(auto);
  expect((await first.preview({ ...request, document })).gateway?.message).toMatch(/^ingress \(no other kind/);
  expect((await deliverTo(first, 'moved', [web])).task).toMatchObject({ status: 'completed' });
  const ingresses = cluster.client.resource(networking.v1.ingresses, 'default');
  expect((await ingresses.list()).items.map(({ metadata }) => metadata.name)).toEqual(['door']);

  // A target that is set and not served is an error before anything is written.
  const strict = await start({ target: 'istio', istio: { gateways: ['edge'] } });
  expect((await deliverTo(strict, 'moved', [web])).task).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('does not serve VirtualService of networking.istio.io/v1'),
  });
  expect((await ingresses.list()).items).toHaveLength(1);
  await strict.stop();

  // Once the Gateway API is served, it is chosen; the Ingress stays until a gateway has accepted the new route.
  await first.stop();
  await serveGatewayKind(cluster.client, httpRoutes);
  await serveGatewayKind(cluster.client, virtualServices);
  const second = await start(auto);
  const plan = await second.preview({ ...request, document });
  expect(plan.gateway?.message).toBe('gateway-api (the cluster serves HTTPRoute of gateway.networking.k8s.io/v1)');
  expect(plan.steps.flatMap(({ jobs }) => jobs.map(({ action, object }) => `${action} ${object?.kind}`))).toEqual(
    expect.arrayContaining(['create HTTPRoute', 'delete Ingress']),
  );
  const id = await submitTo(second, 'moved', [web]);
  const awaited = await eventually(async () => (await second.jobs(id)).find(({ type }) => type === 'prune'), {
    until: (job) => job?.message?.includes('until a gateway accepts HTTPRoute "door"') === true,
  });
  expect(awaited).toMatchObject({ objectKind: 'Ingress', status: 'running' });
  expect(await doors('moved')).toEqual(['Ingress', 'HTTPRoute']);
  const routes = cluster.client.resource(httpRoutes, 'default');
  const conditions = (status: string) => [{ type: 'Accepted', status, reason: 'Test' }];
  const judge = (status: string) =>
    routes.patch('door', { type: 'merge', body: { status: { parents: [{ conditions: conditions(status) }] } } });
  await judge('False');
  await eventually(async () => (await second.jobs(id)).find(({ type }) => type === 'prune'), {
    until: (job) => job?.message?.includes('is not accepted: Test') === true,
  });
  expect(await doors('moved')).toEqual(['Ingress', 'HTTPRoute']);
  await judge('True');
  await collect(second.events(id));
  expect(await second.task(id)).toMatchObject({ status: 'completed' });
  expect(await doors('moved')).toEqual(['HTTPRoute']);
  expect(await routes.get('door')).toMatchObject({ spec: { parentRefs: [{ name: 'edge', namespace: 'infra' }] } });
  expect((await deliverTo(second, 'moved', [web])).jobs.map(({ message }) => message)).not.toContain('deleted');
  await second.stop();

  // And on to Istio, and back.
  for (const target of ['istio', 'ingress'] as const) {
    const next = await start({ ...auto, target });
    expect((await deliverTo(next, 'moved', [web])).task).toMatchObject({ status: 'completed' });
    expect(await doors('moved')).toEqual([target === 'istio' ? 'VirtualService' : 'Ingress']);
    await next.stop();
  }
});

test('a cluster that does not list what it serves keeps its routes: the run fails, and moves nothing', async () => {
  const settled = await startClusterEngine(cluster.client, { settings: { gateway: { target: 'ingress' } } });
  const door = { ...web.traits.gateway[0], name: 'unsure', hosts: ['unsure.io'] };
  const component = { ...web, name: 'unsure', traits: { gateway: [door] } };
  expect((await deliverTo(settled, 'unsure', [component])).task).toMatchObject({ status: 'completed' });
  const broken = createKubeClient(async (request) => {
    if (!/^\/apis?$/.test(request.path)) return cluster.handler(request);
    throw new RetryableError(verbatim('connection refused'), { code: 'UNREACHABLE' });
  });
  const engine = await startClusterEngine(broken, { settings: { gateway: auto, retries: 0 } });
  expect((await deliverTo(engine, 'unsure', [component])).task).toMatchObject({ status: 'failed' });
  expect(await doors('unsure')).toEqual(['Ingress']);
});
