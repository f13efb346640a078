import { apps, core } from '@kubemin/kubeapi/resources';
import { LABEL, managedLabels } from '@kubemin/render';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { json, SHOP, webservice } from '../../test-support/documents.ts';
import { ownedObjects } from '../../test-support/owned-objects.ts';
import { readError, startTestPlatform, type TestPlatform } from '../../test-support/test-platform.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ controllers: false });
});
afterAll(() => cluster.close());

const start = () => startTestPlatform({ kube: cluster.client, jobs: 'delivery' });

async function deploy({ client }: TestPlatform, document: object): Promise<string> {
  const { id } = await client.saveApplication(json(document));
  const { taskId } = await client.execWorkflow(id);
  for await (const _event of client.followRun(taskId));
  expect(await client.taskStatus(taskId)).toMatchObject({ status: 'completed' });
  return id;
}

const planJobs = ({ steps }: Awaited<ReturnType<TestPlatform['client']['planApplication']>>) =>
  steps.flatMap(({ jobs }) => jobs);

test('a document is rendered without being stored, its secrets masked', async () => {
  const { client } = await start();
  const { objects, problems } = await client.renderDocument(json(SHOP));
  expect(problems).toEqual([]);
  expect(objects.map(({ component, manifest }) => `${component} ${manifest.kind}`)).toEqual(
    expect.arrayContaining(['settings ConfigMap', 'credentials Secret', 'database StatefulSet', 'web Deployment']),
  );
  expect(JSON.stringify(objects)).not.toMatch(/hunter2|aHVudGVyMg/);
  expect(await client.listApplications()).toMatchObject({ applications: [] });
});

test('a document that is not stored is planned whole, is marked as such, and leaves nothing behind', async () => {
  const { client } = await start();
  const plan = await client.planDocument(json({ ...SHOP, name: 'unstored' }));
  expect(plan).toMatchObject({ upToDate: false, summary: { refused: 0, unknown: 0, update: 0 } });
  expect(plan.appId).toBeUndefined();
  expect(plan.warnings).toEqual([expect.stringContaining('not stored yet')]);
  expect(JSON.stringify(plan)).not.toMatch(/hunter2|aHVudGVyMg/);
  expect(await ownedObjects(cluster.client, '0'.repeat(24))).toEqual({});
});

test('obstacles are reported for every object before anything is done', async () => {
  const platform = await start();
  const configMaps = cluster.client.resource(core.v1.configmaps, 'default');
  await configMaps.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'theirs', namespace: 'default' } });
  const component = [
    { name: 'theirs', type: 'config', properties: { conf: { A: '1' } } },
    { name: 'ours', type: 'config', properties: { conf: { A: '1' } } },
  ];
  const plan = await platform.client.planDocument(json({ name: 'blocked', component }));
  expect(planJobs(plan)).toMatchObject([
    { action: 'refused', message: expect.stringMatching(/ConfigMap "theirs" .* already exists/), changes: [] },
    { action: 'create', object: { kind: 'ConfigMap', name: 'ours' } },
  ]);
  const elsewhere = await platform.client.planDocument(json({ name: 'lost', namespace: 'nowhere', component }));
  expect(planJobs(elsewhere)).toMatchObject([
    { action: 'refused', message: expect.stringContaining('namespace "nowhere" does not exist') },
    { action: 'refused' },
  ]);
});

test('a cluster that cannot be reached still lets the steps and objects be seen, with a warning', async () => {
  const { client } = await startTestPlatform({ jobs: 'delivery' });
  const plan = await client.planDocument(json({ name: 'shop', component: [webservice('web')] }));
  expect(plan.warnings).toEqual(expect.arrayContaining([expect.stringContaining('cluster cannot be reached')]));
  expect(plan).toMatchObject({ upToDate: false, steps: [{ path: ['web'] }] });
  expect(new Set(planJobs(plan).map(({ action }) => action))).toEqual(new Set(['unknown']));
});

test('a plan and the list of clusters show which kind of gateway routes are for', async () => {
  const gateway = { target: 'auto', gatewayApi: { parent: { name: 'edge' } } } as const;
  const platform = await startTestPlatform({ kube: cluster.client, jobs: 'delivery', engine: { gateway } });
  const traits = { gateway: [{ hosts: ['routed.io'], routes: [{ backend: { serviceName: 'routed-web' } }] }] };
  const routed = { name: 'routed', component: [webservice('routed-web', { traits })] };
  const plan = await platform.client.planDocument(json(routed));
  expect(plan.gateway).toBe('ingress (no other kind is set up and served)');
  expect(plan.texts?.gateway?.code).toBe('engine.gateway.fallback');
  expect(planJobs(plan).map(({ object }) => object?.kind)).toContain('Ingress');
  const plain = await platform.client.planDocument(json({ name: 'plain', component: [webservice('plain-web')] }));
  expect(plain.gateway).toBeUndefined();
  await eventually(async () => (await platform.client.listClusters()).clusters[0], {
    until: (first) => first?.gateway === 'ingress (no other kind is set up and served)',
  });
});

test('operations are planned like runs: scaling, restarting and deleting', async () => {
  const platform = await start();
  const { client } = platform;
  const id = await deploy(platform, { name: 'operated', component: [webservice('operated-web')] });
  const scaled = await client.planApplication(id, { operation: 'scale', replicas: { 'operated-web': 4 } });
  expect(planJobs(scaled)).toMatchObject([
    { action: 'update', changes: [{ fields: [{ field: 'spec.replicas', before: 1, after: 4 }] }] },
  ]);
  const restarted = await client.planApplication(id, { operation: 'restart' });
  expect(planJobs(restarted)).toMatchObject([{ action: 'update', object: { kind: 'Deployment' } }]);
  const gone = await client.planApplication(id, { operation: 'delete' });
  expect(gone.summary).toMatchObject({ delete: 3, create: 0, update: 0 });
  expect(await client.planApplication(id)).toMatchObject({ upToDate: true });
  const unknown = client.planApplication(id, { operation: 'scale', replicas: { nobody: 1 } });
  await expect(unknown).rejects.toMatchObject({ code: 'OPERATION_REFUSED' });
});

test('manual changes are found, and reverted by the next run', async () => {
  const platform = await start();
  const { client } = platform;
  const conf = { A: '1', B: '2' };
  const id = await deploy(platform, {
    name: 'drifted',
    component: [{ name: 'drift', type: 'config', properties: { conf } }],
  });
  const configMaps = cluster.client.resource(core.v1.configmaps, 'default');
  await configMaps.patch('drift', { type: 'merge', body: { data: { A: 'by hand', C: 'theirs' } } });
  expect(planJobs(await client.planApplication(id))).toMatchObject([
    { action: 'update', changes: [{ fields: [{ field: 'data.A', before: 'by hand', after: '1' }] }] },
  ]);
});

test('a change names its cause in the document; what was changed by hand has none', async () => {
  const platform = await start();
  const { client } = platform;
  const id = await deploy(platform, { name: 'caused', component: [webservice('caused-web', { replicas: 2 })] });
  const deployments = cluster.client.resource(apps.v1.deployments, 'default');
  const [live] = (await deployments.list({ labelSelector: `${LABEL.appId}=${id}` })).items;
  await deployments.patch(live?.metadata.name ?? '', { type: 'merge', body: { spec: { replicas: 5 } } });
  const draft = json({ id, name: 'caused', component: [webservice('caused-web', { image: 'web:2', replicas: 2 })] });
  const [job] = planJobs(await client.planDocument(draft)).filter(({ object }) => object?.kind === 'Deployment');
  expect(job?.changes[0]?.fields.map(({ field, cause }) => [field, cause])).toEqual([
    ['spec.replicas', undefined],
    ['spec.template.spec.containers[caused-web].image', 'component[0].image'],
  ]);
});

test('a plan for what is not there is refused as a run would be', async () => {
  const platform = await start();
  const { id } = await platform.client.saveApplication(json({ name: 'fresh', component: [webservice('fresh-web')] }));
  const path = `/api/v1/applications/${id}/plan`;
  const send = (body: object) =>
    platform.send('POST', path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  expect(await readError(await send({ revision: 9 }))).toMatchObject({ status: 404, error: 'REVISION_NOT_FOUND' });
  expect(await readError(await send({ operation: 'dance' }))).toMatchObject({ error: 'WORKFLOW_BODY_INVALID' });
  expect(await readError(await send({ operation: 'rollback' }))).toMatchObject({ error: 'NOTHING_TO_ROLL_BACK' });
  expect(await readError(await send({ operation: 'scale', replicas: { 'fresh-web': 2 } }))).toMatchObject({
    status: 409,
    error: 'PLAN_REFUSED',
    message: expect.stringContaining('no run of this application has completed'),
  });
});

test('what a step of one workflow has delivered stays, in plans and runs, until the application has no others', async () => {
  const { client } = await start();
  const component = [{ name: 'kept', type: 'config', properties: { conf: { a: '1' } } }];
  const { id } = await client.saveApplication(json({ name: 'kept', component }));
  const workflow = [{ name: 'again', components: ['kept'] }];
  const { workflowId } = await client.putWorkflow(id, { workflow });
  const labels = managedLabels({ appId: id, componentName: 'helm.cache' }, 'ConfigMap');
  const metadata = { name: 'of-release', namespace: 'default', labels };
  const configMaps = cluster.client.resource(core.v1.configmaps, 'default');
  await configMaps.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata });
  for (const choice of [{ workflowId }, {}]) {
    expect(JSON.stringify(await client.planApplication(id, choice))).not.toContain('of-release');
    const { taskId } = await client.execWorkflow(id, choice);
    for await (const _event of client.followRun(taskId));
    expect((await configMaps.get('of-release')).metadata.name).toBe('of-release');
  }
  expect(JSON.stringify(await client.planDocument(json({ name: 'kept', component })))).not.toContain('of-release');
  await client.deleteWorkflow(id, workflowId);
  expect(JSON.stringify(await client.planApplication(id))).toContain('of-release');
});
