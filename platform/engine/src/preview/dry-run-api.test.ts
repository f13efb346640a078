import { createKubeClient, type KubeClient } from '@kubemin/kube';
import { type ApiHandler, isStatusError } from '@kubemin/kubeapi';
import { batch, core } from '@kubemin/kubeapi/resources';
import type { Job } from '@kubemin/kubeapi/types/batch.v1';
import type { ConfigMap } from '@kubemin/kubeapi/types/core.v1';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inventory } from '../test-support/inventory.ts';
import { DryRunApi } from './dry-run-api.ts';
import { netWrites } from './dry-run-write.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ controllers: false });
});
afterAll(() => cluster.close());

function start(handler: ApiHandler = cluster.handler): { readonly dryRun: DryRunApi; readonly client: KubeClient } {
  const dryRun = new DryRunApi(handler);
  return { dryRun, client: createKubeClient(dryRun.handler) };
}

const configMap = (name: string, data: Record<string, string>, namespace = 'default'): ConfigMap => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace },
  data,
});

test('what is written is read again, and never reaches the cluster', async () => {
  await cluster.client.resource(core.v1.configmaps, 'default').create(configMap('there', { a: '1' }));
  const before = await inventory(cluster.client);
  const { dryRun, client } = start();
  const configMaps = client.resource(core.v1.configmaps, 'default');
  const made = await configMaps.create(configMap('new', { a: '1' }));
  expect(made.metadata.uid).toBeDefined();
  await expect(configMaps.create(configMap('new', {}))).rejects.toMatchObject({ reason: 'AlreadyExists' });
  const changed = await configMaps.patch('new', { type: 'merge', body: { data: { b: '2' } } });
  expect(changed.data).toEqual({ a: '1', b: '2' });
  expect(await configMaps.get('new')).toEqual(changed);
  await configMaps.patch('there', { type: 'merge', body: { data: { a: '2' } } });
  await configMaps.delete('there');
  expect(await configMaps.find('there')).toBeUndefined();
  await configMaps.create(configMap('there', { c: '3' }));
  expect(await inventory(cluster.client)).toEqual(before);
  const net = netWrites(dryRun.takeWrites());
  expect(net).toMatchObject([
    { after: { metadata: { name: 'new' }, data: { a: '1', b: '2' } } },
    { before: { data: { a: '1' } }, after: { metadata: { name: 'there' }, data: { c: '3' } } },
  ]);
  expect(dryRun.takeWrites()).toEqual([]);
});

test('a patch that changes nothing keeps the version, one that does has another', async () => {
  const real = cluster.client.resource(core.v1.configmaps, 'default');
  const { metadata } = await real.create(configMap('versions', { a: '1' }));
  const { dryRun, client } = start();
  const configMaps = client.resource(core.v1.configmaps, 'default');
  const same = await configMaps.patch('versions', { type: 'merge', body: { data: { a: '1' } } });
  expect(same.metadata.resourceVersion).toBe(metadata.resourceVersion);
  expect(dryRun.takeWrites()).toEqual([]);
  const other = await configMaps.patch('versions', { type: 'merge', body: { data: { a: '2' } } });
  expect(other.metadata.resourceVersion).not.toBe(metadata.resourceVersion);
});

test('what is created again has the defaults of the cluster and its own name everywhere', async () => {
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'a' }] } };
  const job: Job = {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'once', namespace: 'default' },
    spec: { template },
  };
  await cluster.client.resource(batch.v1.jobs, 'default').create(job);
  const { client } = start();
  const jobs = client.resource(batch.v1.jobs, 'default');
  await jobs.delete('once');
  const made = await jobs.create(job);
  expect(made.spec?.backoffLimit).toBe(6);
  expect(made.spec?.template.metadata?.labels).toMatchObject({ 'job-name': 'once' });
  expect(JSON.stringify(made)).not.toContain('-trial');
});

test('a namespace that would be made takes objects', async () => {
  const { client } = start();
  await client
    .resource(core.v1.namespaces)
    .create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'later' } });
  const configMaps = client.resource(core.v1.configmaps, 'later');
  await configMaps.create(configMap('first', { a: '1' }, 'later'));
  expect(await configMaps.get('first')).toMatchObject({ data: { a: '1' } });
  const real = cluster.client.resource(core.v1.namespaces);
  expect(await real.find('later')).toBeUndefined();
});

test('every write is sent as a dry run, and what the cluster refuses is refused', async () => {
  const sent: string[] = [];
  const { client } = start(async (request) => {
    const inBody =
      request.body?.kind === 'value' ? JSON.stringify(request.body.value).includes('"dryRun":["All"]') : false;
    if (request.method !== 'GET') sent.push(`${request.method} ${request.query.get('dryRun')} ${inBody}`);
    return cluster.handler(request);
  });
  const configMaps = client.resource(core.v1.configmaps, 'default');
  await expect(configMaps.create(configMap('Bad Name', {}))).rejects.toMatchObject({ reason: 'Invalid' });
  await configMaps.patch('kube-root-ca.crt', { type: 'merge', body: { data: { a: '1' } } }).catch(ifAbsent);
  await configMaps.delete('missing', {}).catch(ifAbsent);
  expect(sent).toEqual(['POST All false', 'PATCH All false', 'DELETE All true']);
});

test('where dry runs are not possible, the write is taken as it is sent', async () => {
  const message = 'admission webhook "x" does not support dry run';
  const status = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    reason: 'BadRequest',
    message,
    code: 400,
  };
  const { client } = start(async (request) =>
    request.method === 'GET' ? cluster.handler(request) : { kind: 'object', status: 400, headers: {}, object: status },
  );
  const configMaps = client.resource(core.v1.configmaps, 'default');
  expect(await configMaps.create(configMap('webhooked', { a: '1' }))).toMatchObject({ data: { a: '1' } });
  await cluster.client.resource(core.v1.configmaps, 'default').create(configMap('patched', { a: '1', b: '2' }));
  const patched = await configMaps.patch('patched', { type: 'merge', body: { data: { a: null } } });
  expect(patched.data).toEqual({ b: '2' });
  await configMaps.delete('patched');
  expect(await configMaps.find('patched')).toBeUndefined();
});

function ifAbsent(error: unknown): void {
  if (!isStatusError(error, 'NotFound')) throw error;
}
