import { apps, core } from '@kubemin/kubeapi/resources';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverTo, startClusterEngine } from '../../test-support/cluster-engine.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 1 });
});
afterAll(() => cluster.close());

const broken = { annotations: { 'kubemin.io/simulate': 'image-pull-error' } };
const web = (image: string, properties: object = {}) => ({
  name: 'web',
  type: 'webservice',
  image,
  properties: { ports: [{ port: 80 }], ...properties },
});
const conf = (value: string, name = 'conf') => ({ name, type: 'config', properties: { conf: { mode: value } } });
const data = {
  ...web('web:nope', broken),
  traits: { storage: [{ name: 'data', type: 'persistent', mountPath: '/data', tmpCreate: true }] },
};
const go = (onFailure: string, components: readonly string[] = ['conf', 'web']) => [
  { name: 'go', components, onFailure },
];

const configMaps = () => cluster.client.resource(core.v1.configmaps, 'default');
const names = async (appId: string) => {
  const options = { labelSelector: `kube-min-cli-appId=${appId}` };
  const lists = await Promise.all([
    configMaps().list(options),
    cluster.client.resource(apps.v1.deployments, 'default').list(options),
    cluster.client.resource(core.v1.services, 'default').list(options),
    cluster.client.resource(core.v1.persistentvolumeclaims, 'default').list(options),
  ]);
  return lists.map(({ items }) => items.length);
};

test('keep: what a failed step delivered stays', async () => {
  const engine = await startClusterEngine(cluster.client);
  const { task } = await deliverTo(engine, 'keep', [conf('1', 'keep-conf'), web('web:nope', broken)]);
  expect(task?.status).toBe('failed');
  expect((await names('keep')).slice(0, 2)).toEqual([1, 1]);
});

test('cleanup: only what this very run created goes, the last first, and claims stay', async () => {
  const engine = await startClusterEngine(cluster.client);
  const first = await deliverTo(engine, 'clean', [conf('1')], [{ name: 'go', components: ['conf'] }]);
  expect(first.task?.status).toBe('completed');
  const { task, jobs } = await deliverTo(engine, 'clean', [conf('2'), data], go('cleanup'));
  expect(task).toMatchObject({ status: 'failed', error: expect.stringContaining('cannot pull image') });
  const undone = jobs.filter(({ type }) => type === 'remove_created');
  expect(undone.map(({ objectKind, status, message }) => `${objectKind} ${status}: ${message}`)).toEqual([
    'Deployment completed: deleted again',
    'PersistentVolumeClaim completed: kept: claims are never deleted together with their users',
    'ConfigMap completed: kept: it existed before this run',
  ]);
  expect(await names('clean')).toEqual([1, 0, 0, 1]);
  expect((await configMaps().get('conf')).data).toEqual({ mode: '2' });
});

test('rollback: what was changed is brought back, what is new goes, and the next run starts clean', async () => {
  const engine = await startClusterEngine(cluster.client);
  const before = [conf('1', 'back'), web('web:1')];
  expect((await deliverTo(engine, 'back', before)).task?.status).toBe('completed');
  const { task, jobs } = await deliverTo(
    engine,
    'back',
    [conf('2', 'back'), conf('x', 'extra'), web('web:nope', broken)],
    go('rollback', ['back', 'extra', 'web']),
  );
  expect(task?.status).toBe('failed');
  expect(jobs.filter(({ bucket }) => bucket === 20).map(({ type, objectKind }) => `${type} ${objectKind}`)).toEqual([
    'restore Deployment',
    'remove_created ConfigMap',
    'restore ConfigMap',
  ]);
  expect((await configMaps().get('back')).data).toEqual({ mode: '1' });
  expect(await configMaps().find('extra')).toBeUndefined();
  const { items } = await cluster.client
    .resource(apps.v1.deployments, 'default')
    .list({ labelSelector: 'kube-min-cli-appId=back' });
  expect(items[0]?.spec?.template.spec?.containers[0]?.image).toBe('web:1');
  expect((await deliverTo(engine, 'back', before)).task?.status).toBe('completed');
});

test('an object of another owner is neither changed nor deleted by an undo', async () => {
  const engine = await startClusterEngine(cluster.client);
  await deliverTo(engine, 'theirs', [conf('theirs', 'shared-name')]);
  const before = await configMaps().get('shared-name');
  const { task, jobs } = await deliverTo(engine, 'ours', [conf('ours', 'shared-name')], go('cleanup', ['shared-name']));
  expect(task?.error).toContain('belongs to application theirs');
  expect(jobs.at(-1)).toMatchObject({
    type: 'remove_created',
    message: 'belongs to another owner, so it is left unchanged',
  });
  expect(await configMaps().get('shared-name')).toEqual(before);
});
