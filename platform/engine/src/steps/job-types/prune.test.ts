import { createKubeClient, type KubeClient } from '@kubemin/kube';
import { type ApiHandler, forbidden, type KubeObject, type ResourceType } from '@kubemin/kubeapi';
import { apps, core, discovery } from '@kubemin/kubeapi/resources';
import { LABEL } from '@kubemin/render';
import { openSqlite } from '@kubemin/sql';
import { eventually, startTestCluster, type TestCluster, temporaryDirectory } from '@kubemin/testing';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../engine.ts';
import type { Job } from '../../task/job.ts';
import { collect } from '../../test-support/bench.ts';
import { deliverTo, releaseShortNames, startClusterEngine, submitTo } from '../../test-support/cluster-engine.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 2 });
});
afterAll(() => cluster.close());
afterEach(() => releaseShortNames(cluster.client));

const config = (name: string) => ({ name, type: 'config', properties: { conf: { mode: 'fast' } } });
const web = (more: object = {}) => ({
  name: 'web',
  type: 'webservice',
  image: 'web:1',
  properties: { ports: [{ port: 80 }] },
  ...more,
});

async function names<T extends KubeObject>(type: ResourceType<T>, appId: string): Promise<readonly string[]> {
  const selector = { labelSelector: `${LABEL.appId}=${appId}` };
  const { items } = await cluster.client.resource(type, 'default').list(selector);
  return items.map(({ metadata }) => metadata.name ?? '');
}

const pruned = (jobs: readonly Job[]) =>
  jobs.filter((job) => job.type === 'prune').map((job) => [job.step, job.component, job.objectKind, job.message]);

describe('a component that left the document', () => {
  test('is deleted at the end of the run, job by job, and its names are free for others', async () => {
    const engine = await startClusterEngine(cluster.client);
    const storage = [{ name: 'data', type: 'persistent', mountPath: '/data', tmpCreate: true }];
    await deliverTo(engine, 'left', [config('left-settings'), config('left-stays'), web({ traits: { storage } })]);
    const claims = await names(core.v1.persistentvolumeclaims, 'left');
    expect(claims).toHaveLength(1);

    const { task, jobs } = await deliverTo(engine, 'left', [config('left-stays')]);
    expect(task).toMatchObject({ status: 'completed' });
    expect(pruned(jobs).toSorted()).toEqual([
      ['prune', 'left-settings', 'ConfigMap', 'deleted'],
      ['prune', 'web', 'Deployment', 'deleted'],
      ['prune', 'web', 'Service', 'deleted'],
      ['prune', 'web', 'Service', 'deleted'],
    ]);
    expect(jobs.filter((job) => job.type === 'prune').every((job) => job.bucket === 20 && job.stepIndex === 1)).toBe(
      true,
    );
    expect(await names(core.v1.configmaps, 'left')).toEqual(['left-stays']);
    expect(await names(apps.v1.deployments, 'left')).toEqual([]);
    expect(await names(core.v1.services, 'left')).toEqual([]);
    expect(await names(core.v1.persistentvolumeclaims, 'left')).toEqual(claims);
    await eventually(async () => (await names(core.v1.pods, 'left')).length === 0);
    expect((await deliverTo(engine, 'heir', [config('left-settings')])).task).toMatchObject({ status: 'completed' });

    const again = await deliverTo(engine, 'left', [config('left-stays')]);
    expect(pruned(again.jobs)).toEqual([]);
  });

  test('stays when the run fails before its end', async () => {
    const engine = await startClusterEngine(cluster.client);
    await deliverTo(engine, 'broken', [config('broken-settings'), web()]);
    const properties = { annotations: { 'kubemin.io/simulate': 'image-pull-error' } };
    const { task, jobs } = await deliverTo(engine, 'broken', [web({ image: 'web:nope', properties })]);
    expect(task?.status).toBe('failed');
    expect(jobs.find((job) => job.objectName === 'broken-settings')).toMatchObject({
      type: 'prune',
      status: 'skipped',
    });
    expect(await names(core.v1.configmaps, 'broken')).toEqual(['broken-settings']);
  });
});

test('the old workload of a retyped component goes as soon as the new one is ready, and traffic with it', async () => {
  const engine = await startClusterEngine(cluster.client);
  await deliverTo(engine, 'retyped', [web({ replicas: 2 }), config('retyped-last')]);
  const { task, jobs } = await deliverTo(engine, 'retyped', [web({ type: 'store' }), config('retyped-last')]);
  expect(task).toMatchObject({ status: 'completed' });
  const order = jobs.map((job) => `${job.stepIndex} ${job.component} ${job.type} ${job.objectKind}`);
  expect(order.indexOf('0 web prune Deployment')).toBeGreaterThan(order.indexOf('0 web store_deploy StatefulSet'));
  expect(order.indexOf('0 web prune Deployment')).toBeLessThan(
    order.indexOf('1 retyped-last configmap_deploy ConfigMap'),
  );
  expect(await names(apps.v1.deployments, 'retyped')).toEqual([]);
  const addresses = async (): Promise<number> => {
    const selector = { labelSelector: 'kubernetes.io/service-name=svc-web-retyped' };
    const { items } = await cluster.client.resource(discovery.v1.endpointslices, 'default').list(selector);
    return items.flatMap(({ endpoints = [] }) => endpoints).length;
  };
  await eventually(async () => (await addresses()) === 1);
});

describe('what is not the application’s to delete', () => {
  test('objects without its label, with another’s, or made by a controller in the likeness of its own', async () => {
    const engine = await startClusterEngine(cluster.client);
    // Nothing is looked for in the name of an application that has never run.
    await deliverTo(engine, 'modest', [config('modest-settings')]);
    const configMaps = cluster.client.resource(core.v1.configmaps, 'default');
    const { items: namespaces } = await cluster.client.resource(core.v1.namespaces).list();
    const uid = namespaces[0]?.metadata.uid ?? '';
    const owner = { apiVersion: 'v1', kind: 'Namespace', name: 'default', uid, controller: true };
    const labels = { [LABEL.appId]: 'modest', [LABEL.componentName]: 'gone' };
    const make = (name: string, metadata: KubeObject['metadata']) =>
      configMaps.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { ...metadata, name, namespace: 'default' } });
    await make('unlabelled', {});
    await make('of-another', { labels: { ...labels, [LABEL.appId]: 'another' } });
    await make('half-labelled', { labels: { [LABEL.appId]: 'modest' } });
    await make('controlled', { labels, ownerReferences: [owner] });
    await make('doomed', { labels });
    const { jobs } = await deliverTo(engine, 'modest', [config('modest-settings')]);
    expect(pruned(jobs)).toEqual([['prune', 'gone', 'ConfigMap', 'deleted']]);
    for (const name of ['unlabelled', 'of-another', 'half-labelled', 'controlled']) {
      expect(await configMaps.find(name), name).toBeDefined();
    }
  });

  test('a kind the platform may not list is passed over', async () => {
    const handler: ApiHandler = async (request) => {
      const listed = request.method === 'GET' && request.path.endsWith('/clusterroles');
      if (!listed) return cluster.handler(request);
      const { status } = forbidden('clusterroles is forbidden');
      return { kind: 'object', status: 403, headers: {}, object: status };
    };
    const engine = await startClusterEngine(createKubeClient(handler));
    await deliverTo(engine, 'humble', [config('humble-settings'), config('humble-old')]);
    const { task, jobs } = await deliverTo(engine, 'humble', [config('humble-settings')]);
    expect([task?.status, pruned(jobs)]).toEqual(['completed', [['prune', 'humble-old', 'ConfigMap', 'deleted']]]);
  });
});

describe('an object that a finalizer holds', () => {
  /** An application one of whose ConfigMaps, no longer asked for, cannot go yet. */
  async function heldBack(
    engine: Engine,
    client: KubeClient,
    appId: string,
  ): Promise<{ id: string; free(): Promise<void> }> {
    const name = `${appId}-old`;
    const configMaps = client.resource(core.v1.configmaps, 'default');
    const finalizers = (list: readonly string[]) =>
      configMaps.patch(name, { type: 'merge', body: { metadata: { finalizers: list } } });
    await deliverTo(engine, appId, [config(name)]);
    await finalizers(['example.com/hold']);
    const id = await submitTo(engine, appId, [config(`${appId}-new`)]);
    await eventually(() => engine.jobs(id), {
      until: (jobs) => jobs.some((job) => job.message === 'being deleted, held by example.com/hold'),
    });
    return { id, free: async () => void (await finalizers([])) };
  }

  test('is waited for', async () => {
    const engine = await startClusterEngine(cluster.client);
    const { id, free } = await heldBack(engine, cluster.client, 'waited');
    expect((await engine.task(id))?.status).toBe('running');
    await free();
    await collect(engine.events(id));
    expect((await engine.task(id))?.status).toBe('completed');
  });

  test('does not keep a run from being cancelled', async () => {
    const engine = await startClusterEngine(cluster.client);
    const { id, free } = await heldBack(engine, cluster.client, 'cancelled');
    await engine.cancel(id);
    expect((await engine.jobs(id)).find((job) => job.type === 'prune')?.status).toBe('cancelled');
    await free();
  });

  test('is completed by the next start, also when the object disappeared while no engine ran', async () => {
    const directory = await temporaryDirectory();
    onTestFinished(() => directory.remove());
    const path = `${directory.path}/engine.db`;
    const first = openSqlite({ path });
    const engine = await startClusterEngine(cluster.client, { database: first });
    const { id, free } = await heldBack(engine, cluster.client, 'restarted');
    await engine.stop();
    await first.close();
    await free();
    const next = await startClusterEngine(cluster.client, { database: openSqlite({ path }) });
    await collect(next.events(id));
    expect((await next.task(id))?.status).toBe('completed');
    expect((await next.jobs(id)).filter((job) => job.type === 'prune')).toMatchObject([
      { objectName: 'restarted-old', status: 'completed', message: 'already gone', attempt: 2 },
    ]);
  });
});
