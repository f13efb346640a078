import { core, networking } from '@kubemin/kubeapi/resources';
import { objectAppId } from '@kubemin/render';
import { openSqlite, type SqlDatabase, sql } from '@kubemin/sql';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collect } from '../test-support/bench.ts';
import { deliverTo, startClusterEngine } from '../test-support/cluster-engine.ts';
import { parseDocument } from '../test-support/documents.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 1 });
});
afterAll(() => cluster.close());

const web = (name: string, image = 'web:1') => ({
  name,
  type: 'webservice',
  image,
  properties: { ports: [{ port: 80 }] },
});
const plain = (name: string) => ({ name, type: 'webservice', image: 'web:1' });
const creating = { settings: { createNamespace: true } } as const;
/** Makes a database that of a version that did not write claims down. */
const forgetClaims = (database: SqlDatabase) => sql`delete from name_claims`.execute(database.query);
const services = () => cluster.client.resource(core.v1.services, 'default');

test('R-14: a component name that another application has in the namespace refuses the run, the cluster untouched', async () => {
  const engine = await startClusterEngine(cluster.client);
  await deliverTo(engine, 'first', [web('front')]);
  const { task, jobs } = await deliverTo(engine, 'second', [
    { name: 'second-settings', type: 'config', properties: { conf: { value: '1' } } },
    web('front'),
  ]);
  expect(task?.status).toBe('failed');
  expect(task?.error).toContain(
    'component "front": the Service name "front" in namespace "default" belongs to application "first"',
  );
  expect(jobs.filter(({ status }) => status === 'completed')).toEqual([]);
  expect((await services().list()).items.filter((each) => objectAppId(each) === 'second')).toEqual([]);
  expect((await deliverTo(engine, 'first', [web('front', 'web:2')])).task?.status).toBe('completed');
});

test('R-14: of two runs that claim a name at once, one fails', async () => {
  const engine = await startClusterEngine(cluster.client);
  const runs = await Promise.all(['left', 'right'].map((app) => deliverTo(engine, app, [web('both')])));
  expect(runs.map(({ task }) => task?.status).toSorted()).toEqual(['completed', 'failed']);
  const owner = objectAppId(await services().get('both'));
  expect(runs.find(({ task }) => task?.status === 'completed')?.task?.appId).toBe(owner);
});

test('R-14: a Service that no application owns is left alone, and the run completes', async () => {
  await services().create({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'legacy', namespace: 'default' },
    spec: { ports: [{ port: 80 }] },
  });
  const engine = await startClusterEngine(cluster.client);
  expect((await deliverTo(engine, 'third', [web('legacy')])).task?.status).toBe('completed');
  expect(objectAppId(await services().get('legacy'))).toBeUndefined();
});

test('R-14: an application that never had the name goes on without it', async () => {
  const engine = await startClusterEngine(cluster.client);
  await services().create({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'late', namespace: 'default' },
    spec: { ports: [{ port: 80 }] },
  });
  await deliverTo(engine, 'old', [web('late')]);
  await services().delete('late');
  await deliverTo(engine, 'new', [web('late')]);
  expect((await deliverTo(engine, 'old', [web('late', 'web:2')])).task?.status).toBe('completed');
  expect(objectAppId(await services().get('late'))).toBe('new');
});

describe('hosts and paths', () => {
  const way = (name: string, host: string, path = '/', more: object = {}) => ({
    name,
    type: 'webservice',
    image: 'web:1',
    properties: { ports: [{ port: 80 }] },
    traits: { ingress: [{ routes: [{ host, path, backend: { serviceName: name, servicePort: 80 } }], ...more }] },
  });
  const ingressHosts = async (appId: string) => {
    const { items } = await cluster.client.resource(networking.v1.ingresses).list();
    return items
      .filter((each) => objectAppId(each) === appId)
      .flatMap(({ spec }) => spec?.rules?.map(({ host }) => host));
  };

  test('R-14: a host and path that another application serves refuses the run, in any namespace, the cluster untouched', async () => {
    const engine = await startClusterEngine(cluster.client, creating);
    expect((await deliverTo(engine, 'shop', [way('entrance', 'shop.test')])).task?.status).toBe('completed');
    for (const namespace of ['default', 'elsewhere']) {
      const { task, jobs } = await deliverTo(engine, 'thief', [way('thief', 'shop.test')], undefined, namespace);
      expect(task).toMatchObject({
        status: 'failed',
        error:
          'component "thief": host "shop.test" with path "/" belongs to application "shop". Nothing was changed; choose another host or path, or remove it from that application first',
      });
      expect(jobs).toEqual([]);
    }
    const document = parseDocument({ name: 'thief', namespace: 'default', component: [way('thief', 'shop.test')] });
    const run = { appId: 'thief', appName: 'thief', namespace: 'default', revision: 1, document, componentIds: {} };
    await expect(engine.preview(run)).rejects.toMatchObject({ code: 'HOST_TAKEN' });
    expect(await ingressHosts('thief')).toEqual([]);
    // Its own application, another path and another class are no rivals.
    const own = [way('entrance', 'shop.test', '/', { annotations: { a: 'b' } }), way('second', 'shop.test', '/api/')];
    expect((await deliverTo(engine, 'shop', own)).task?.status).toBe('completed');
    expect((await deliverTo(engine, 'blog', [way('blog', 'shop.test', '/blog')])).task?.status).toBe('completed');
    expect((await deliverTo(engine, 'api', [way('api', 'shop.test', '/api')])).task?.error).toContain('path "/api"');
  });

  test('R-14: classes keep hosts apart, and a host is free again when its application goes', async () => {
    const engine = await startClusterEngine(cluster.client, creating);
    const inside = { ingressClassName: 'inside' };
    const outside = { ingressClassName: 'outside' };
    expect((await deliverTo(engine, 'in', [way('in', 'two.test', '/', inside)])).task?.status).toBe('completed');
    expect((await deliverTo(engine, 'out', [way('out', 'two.test', '/', outside)])).task?.status).toBe('completed');
    expect((await deliverTo(engine, 'any', [way('any', 'two.test')])).task?.status).toBe('failed');
    for (const appId of ['in', 'out']) {
      const document = parseDocument({ name: appId, namespace: 'default', component: [plain(appId)] });
      const run = { appId, appName: appId, namespace: 'default', revision: 1, document, componentIds: {} };
      const operation = { kind: 'delete', claims: 'keep' } as const;
      await collect(engine.events((await engine.submit({ ...run, operation })).id));
    }
    expect((await deliverTo(engine, 'any', [way('any', 'two.test')])).task?.status).toBe('completed');
  });

  test('R-14: of two runs that claim a host at once, one fails', async () => {
    const engine = await startClusterEngine(cluster.client);
    const runs = await Promise.all(['left', 'right'].map((app) => deliverTo(engine, app, [way(app, 'both.test')])));
    expect(runs.map(({ task }) => task?.status).toSorted()).toEqual(['completed', 'failed']);
  });

  test('R-14: two applications that had the same host before claims were written down go on being delivered', async () => {
    const database = openSqlite({ path: ':memory:' });
    const engine = await startClusterEngine(cluster.client, { database });
    for (const twin of ['twin-a', 'twin-b']) {
      expect((await deliverTo(engine, twin, [way(twin, 'twins.test')])).task?.status).toBe('completed');
      await forgetClaims(database);
    }
    const upgraded = await startClusterEngine(cluster.client, { database });
    for (const twin of ['twin-a', 'twin-b']) {
      expect((await deliverTo(upgraded, twin, [way(twin, 'twins.test')])).task?.status).toBe('completed');
    }
    expect((await deliverTo(upgraded, 'third', [way('third', 'twins.test')])).task?.error).toContain('twin-');
  });
});
