import { createKubeClient } from '@kubemin/kube';
import type { ApiHandler } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { LABEL, objectAppId } from '@kubemin/render';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collect } from '../test-support/bench.ts';
import { deliverTo, startClusterEngine } from '../test-support/cluster-engine.ts';
import { parseDocument } from '../test-support/documents.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 1 });
});
afterAll(() => cluster.close());

const settings = (name: string, value = '1') => ({ name, type: 'config', properties: { conf: { value } } });
const web = (name: string) => ({
  name,
  type: 'webservice',
  image: 'web:1',
  properties: { ports: [{ port: 80 }] },
});
const configMaps = () => cluster.client.resource(core.v1.configmaps, 'default');

/** An engine, and what it asks the cluster for, but for what informers follow. */
async function watchedEngine() {
  const reads: string[] = [];
  const handler: ApiHandler = (request) => {
    const followed = request.query.has('watch') || request.query.get('labelSelector') === LABEL.appId;
    if (request.method === 'GET' && !followed) reads.push(request.path);
    return cluster.handler(request);
  };
  return { engine: await startClusterEngine(createKubeClient(handler)), reads };
}

test('the first run of an application looks only at the owners of its short names before it creates its objects', async () => {
  const { engine, reads } = await watchedEngine();
  const first = await deliverTo(engine, 'new', [settings('new-settings'), web('new-web')]);
  expect(first.task?.status).toBe('completed');
  expect(first.jobs.map(({ message }) => message)).toContain('created');
  // What its pods wrote is read when they are ready.
  const before = reads.filter((path) => path.includes('/namespaces/default/') && !path.includes('/pods'));
  expect(before).toEqual(['/api/v1/namespaces/default/services/new-web']);
  await deliverTo(engine, 'new', [settings('new-settings', '2'), web('new-web')]);
  expect(reads).toEqual(expect.arrayContaining(['/api/v1/namespaces/default/configmaps/new-settings']));
});

test('what a first run left that failed is pruned by the next, which does without it', async () => {
  const { engine } = await watchedEngine();
  const broken = { ...web('half-web'), properties: { annotations: { 'kubemin.io/simulate': 'image-pull-error' } } };
  const first = await deliverTo(engine, 'half', [settings('half-old'), broken]);
  expect(first.task?.status).toBe('failed');
  const second = await deliverTo(engine, 'half', [settings('half-new')]);
  expect(second.task?.status).toBe('completed');
  const left = await configMaps().list({ labelSelector: `${LABEL.appId}=half` });
  expect(left.items.map(({ metadata }) => metadata.labels?.[LABEL.componentName])).toEqual(['half-new']);
});

test('a first run whose objects exist already, from runs that are not in the database, updates them to what it delivers', async () => {
  const before = await watchedEngine();
  await deliverTo(before.engine, 'restored', [settings('restored-settings')]);
  await before.engine.stop();
  const { engine } = await watchedEngine();
  const { task, jobs } = await deliverTo(engine, 'restored', [settings('restored-settings', '2')]);
  expect([task?.status, jobs.map(({ message }) => message)]).toEqual(['completed', ['updated']]);
});

test('what a run that is not in the database left is found and pruned by the first that is', async () => {
  const before = await watchedEngine();
  await deliverTo(before.engine, 'moved', [settings('moved-old'), settings('moved-stays')]);
  await before.engine.stop();
  const { engine } = await watchedEngine();
  const component = [settings('moved-stays')];
  const document = parseDocument({ name: 'moved', namespace: 'default', component });
  const run = { appId: 'moved', appName: 'moved', namespace: 'default', revision: 1, document, componentIds: {} };
  const { id } = await engine.submit(run);
  await collect(engine.events(id));
  const left = await configMaps().list({ labelSelector: `${LABEL.appId}=moved` });
  expect(left.items.map(({ metadata }) => metadata.name)).toEqual(['moved-stays']);
});

test('a first run never takes what belongs to another application', async () => {
  const { engine } = await watchedEngine();
  await deliverTo(engine, 'owner', [settings('wanted')]);
  const { task, jobs } = await deliverTo(engine, 'thief', [settings('wanted', '2')]);
  const [object] = (await configMaps().list({ labelSelector: `${LABEL.componentName}=wanted` })).items;
  expect(object && objectAppId(object)).toBe('owner');
  expect([task?.status, jobs[0]?.error]).toEqual(['failed', expect.stringContaining('belongs to application owner')]);
});
