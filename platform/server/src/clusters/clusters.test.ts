import { RetryableError, systemClock } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { httpTransport, renderKubeconfig } from '@kubemin/kube';
import type { ApiHandler } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { LABEL } from '@kubemin/render';
import { sql } from '@kubemin/sql';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { json, SHOP, webservice } from '../test-support/documents.ts';
import { readError, startTestPlatform, type TestPlatform } from '../test-support/test-platform.ts';
import { createClusterRegistry, type Dial } from './cluster-registry.ts';

let here: TestCluster;
let there: TestCluster;
beforeAll(async () => {
  [here, there] = await Promise.all([
    startTestCluster({ nodes: 1 }),
    startTestCluster({ nodes: 1, transport: 'http' }),
  ]);
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'two' } } as const;
  for (const { client } of [here, there]) await client.resource(core.v1.namespaces).create(namespace);
});
afterAll(() => Promise.all([here.close(), there.close()]));

const platformHere = () => startTestPlatform({ kube: here.client, jobs: 'real', settings: { clusterCheckMs: 20 } });

function clusterKubeconfig({ address }: TestCluster, more: { readonly token?: string } = {}): string {
  if (address === undefined) throw new Error('this cluster listens nowhere');
  return renderKubeconfig({ ...address, ...more, name: 'ci' });
}

async function deploy({ client }: TestPlatform, document: object): Promise<{ id: string; status: string }> {
  const { id } = await client.saveApplication(json(document));
  const { taskId } = await client.execWorkflow(id, {});
  for await (const _ of client.followRun(taskId));
  return { id, status: (await client.taskStatus(taskId)).status };
}

async function appIds({ client }: TestCluster): Promise<readonly (string | undefined)[]> {
  const { items } = await client.resource(core.v1.services, 'two').list({ labelSelector: LABEL.appId });
  return [...new Set(items.map(({ metadata }) => metadata.labels?.[LABEL.appId]))];
}

const states = async ({ client }: TestPlatform, appId: string) =>
  (await client.listComponents(appId)).components.map(({ name, status }) => `${name} ${status}`);

const TWO = { name: 'shop', namespace: 'two', component: [webservice('web')] };

test('clients learn where hosts of ingresses of the default cluster are served, and nothing of the sort of others', async () => {
  const ingress = 'http://127.0.0.1:8088';
  const { client } = await startTestPlatform({ kube: here.client, ingress });
  await client.registerCluster({ name: 'staging', kubeconfig: clusterKubeconfig(there) });
  const { clusters } = await client.listClusters();
  expect(clusters.map((cluster) => [cluster.name, cluster.ingress])).toEqual([
    ['default', ingress],
    ['staging', undefined],
  ]);
  expect(await client.getCluster('default')).toMatchObject({ ingress });
});

test('the same application in two clusters: delivered, watched and deleted in each independently', async () => {
  const platform = await platformHere();
  const { client } = platform;
  const registered = await client.registerCluster({ name: 'staging', kubeconfig: clusterKubeconfig(there) });
  expect(registered).toMatchObject({ name: 'staging', status: 'up', context: 'ci', applications: 0 });
  const [one, two] = await Promise.all([deploy(platform, TWO), deploy(platform, { ...TWO, cluster: 'staging' })]);
  expect([one.status, two.status]).toEqual(['completed', 'completed']);
  expect(one.id).not.toBe(two.id);
  expect([await appIds(here), await appIds(there)]).toEqual([[one.id], [two.id]]);
  for (const { id } of [one, two])
    await eventually(() => states(platform, id), { until: ([web]) => web === 'web Running' });
  const { applications } = await client.listApplications({ name: 'shop', cluster: 'staging' });
  expect(applications.map(({ id, cluster }) => ({ id, cluster }))).toEqual([{ id: two.id, cluster: 'staging' }]);

  // What happens in one cluster is reported of its own application only.
  const deployments = await there.client.resource(core.v1.pods, 'two').list({ labelSelector: LABEL.appId });
  expect(deployments.items.length).toBeGreaterThan(0);
  const { taskId } = await client.cleanUpApplication(two.id, {});
  for await (const _ of client.followRun(taskId));
  await eventually(async () => (await client.listComponents(two.id)).components, {
    until: ([web]) => web?.reason === 'NotDeployed',
  });
  expect(await states(platform, one.id)).toEqual(['web Running']);
  expect([await appIds(here), await appIds(there)]).toEqual([[one.id], []]);
});

test('a cluster that stops does not affect the others, is reported with the reason, and comes back', async () => {
  let down = false;
  const flaky = await startTestCluster({
    nodes: 1,
    transport: 'http',
    around: (handler) => (request) =>
      down
        ? Promise.reject(new RetryableError(verbatim('the API server is away'), { code: 'AWAY' }))
        : handler(request),
  });
  onTestFinished(() => flaky.close());
  const platform = await platformHere();
  const { client } = platform;
  await client.registerCluster({ name: 'flaky', kubeconfig: clusterKubeconfig(flaky) });
  const app = { name: 'job', namespace: 'default', component: [webservice('web')] };
  expect(await deploy(platform, { ...app, cluster: 'flaky' })).toMatchObject({ status: 'completed' });
  down = true;
  await eventually(() => client.readiness(), { until: ({ status }) => status === 'degraded' });
  expect(await client.readiness()).toMatchObject({
    message: 'clusters that do not respond: flaky',
    checks: { kubernetes: 'ok' },
    clusters: { flaky: 'down' },
  });
  expect(await client.checkCluster('flaky')).toMatchObject({ reachable: false, message: expect.stringMatching(/\S/) });
  expect((await client.getCluster('flaky')).message).toEqual(expect.stringMatching(/\S/));
  expect(await deploy(platform, app)).toMatchObject({ status: 'completed' });
  down = false;
  await eventually(() => client.readiness(), { until: ({ status }) => status === 'ready' });
  expect(
    await deploy(platform, { ...app, cluster: 'flaky', component: [webservice('web', { replicas: 2 })] }),
  ).toMatchObject({ status: 'completed' });
});

describe('registering', () => {
  test('the kubeconfig is sealed in the database, and no response contains it', async () => {
    const platform = await platformHere();
    const { client, database } = platform;
    const kubeconfig = clusterKubeconfig(there);
    const responses = [
      await client.registerCluster({ name: 'staging', kubeconfig }),
      await client.getCluster('staging'),
      await client.listClusters(),
      await client.checkCluster('staging'),
      (await sql`select * from clusters`.execute(database.query)).rows,
    ];
    const token = there.address?.token ?? 'none';
    for (const response of responses) expect(JSON.stringify(response)).not.toContain(token);
    expect(await client.listClusters()).toEqual({
      clusters: [
        { name: 'default', default: true, status: expect.stringMatching(/up|unknown/) },
        { name: 'staging', default: false, status: expect.stringMatching(/up|unknown/) },
      ],
    });
    expect(await client.checkCluster('staging')).toMatchObject({
      reachable: true,
      version: expect.stringMatching(/^v1\./),
    });
    // The namespace of the check is not stored, and simulated nodes have no network to apply policies to.
    expect(await client.checkCluster('default')).toMatchObject({
      reachable: true,
      policies: { podSecurity: 'enforced', networkPolicy: 'notEnforced' },
    });
    expect(await here.client.resource(core.v1.namespaces).find('kubemin-policy-check')).toBeUndefined();
  });

  const register = (platform: TestPlatform, body: object) =>
    platform.send('POST', '/api/v1/clusters', {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });

  test('what cannot be used is refused in words, and nothing is stored', async () => {
    const platform = await platformHere();
    const exec = 'users: [{name: u, user: {exec: {command: sh}}}]';
    const rest = 'clusters: [{name: c, cluster: {server: https://127.0.0.1:1}}]\ncurrent-context: x\n';
    const contexts = 'contexts: [{name: x, context: {cluster: c, user: u}}]\n';
    const cases = [
      [{ name: 'staging' }, 'BAD_REQUEST', /kubeconfig/],
      [{ name: 'default', kubeconfig: 'x' }, 'BAD_REQUEST', /name/],
      [{ name: 'Not A Name', kubeconfig: 'x' }, 'BAD_REQUEST', /name/],
      [{ name: 'staging', kubeconfig: 'a: [' }, 'KUBECONFIG_INVALID', /not YAML/],
      [{ name: 'staging', kubeconfig: rest + contexts + exec }, 'KUBECONFIG_INVALID', /would run a command/],
      [
        { name: 'staging', kubeconfig: `${rest}${contexts}users: [{name: u, user: {token: t}}]` },
        'CLUSTER_UNREACHABLE',
        /nothing listens there/,
      ],
      [
        { name: 'staging', kubeconfig: clusterKubeconfig(there, { token: 'wrong' }) },
        'CLUSTER_UNREACHABLE',
        /does not accept these credentials/,
      ],
      [
        { name: 'staging', kubeconfig: clusterKubeconfig(there), context: 'prod' },
        'KUBECONFIG_INVALID',
        /no context 'prod'/,
      ],
    ] as const;
    for (const [body, error, message] of cases) {
      expect(await readError(await register(platform, body))).toMatchObject({
        error,
        message: expect.stringMatching(message),
      });
    }
    expect((await platform.client.listClusters()).clusters).toHaveLength(1);
  });

  test('a name is taken once; renewed credentials replace the old ones behind the same connection', async () => {
    const platform = await platformHere();
    const { client } = platform;
    const kubeconfig = clusterKubeconfig(there);
    await client.registerCluster({ name: 'staging', kubeconfig });
    await expect(client.registerCluster({ name: 'staging', kubeconfig })).rejects.toMatchObject({
      code: 'CLUSTER_NAME_TAKEN',
    });
    const connection = await platform.clusters.connect('staging');
    await client.replaceCluster('staging', { kubeconfig });
    expect(await platform.clusters.connect('staging')).toBe(connection);
    expect(await client.checkCluster('staging')).toMatchObject({ reachable: true });
    await expect(client.replaceCluster('default', { kubeconfig })).rejects.toMatchObject({
      code: 'CLUSTER_IS_DEFAULT',
    });
    await expect(client.replaceCluster('nowhere', { kubeconfig })).rejects.toMatchObject({
      code: 'CLUSTER_NOT_FOUND',
    });
  });
});

describe('applications and the clusters they name', () => {
  test('a cluster that is not registered is a problem of the document', async () => {
    const { client } = await platformHere();
    const document = json({ ...SHOP, cluster: 'nowhere' });
    const problem = { path: 'cluster', code: 'CLUSTER_NOT_FOUND' };
    expect(await client.tryApplication(document)).toMatchObject({ valid: false, errors: [problem] });
    await expect(client.saveApplication(document)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      problems: [problem],
    });
    expect((await client.listApplications({})).applications).toEqual([]);
  });

  test('a cluster is not forgotten while applications name it, and an application does not move', async () => {
    const { client, clusters } = await platformHere();
    await client.registerCluster({ name: 'staging', kubeconfig: clusterKubeconfig(there) });
    const { closed } = await clusters.connect('staging');
    const { id } = await client.saveApplication(json({ ...SHOP, cluster: 'staging' }));
    await expect(client.removeCluster('staging')).rejects.toMatchObject({
      code: 'CLUSTER_IN_USE',
      message: expect.stringContaining('1 application in cluster "staging"'),
    });
    await client.registerCluster({ name: 'bound', kubeconfig: clusterKubeconfig(there) });
    await client.bindProject('team', { namespaces: ['team'], clusters: ['default', 'bound'] });
    await expect(client.removeCluster('bound')).rejects.toMatchObject({
      code: 'CLUSTER_IN_USE',
      message: expect.stringContaining('projects are bound to namespaces of cluster "bound": team'),
    });
    await client.unbindProject('team');
    await client.removeCluster('bound');
    await expect(client.saveApplication(json({ ...SHOP, id }))).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      problems: [{ path: 'cluster', code: 'IMMUTABLE_CHANGE' }],
    });
    const { taskId } = await client.deleteApplication(id, {});
    for await (const _ of client.followRun(taskId));
    await client.listApplications({});
    expect(await client.removeCluster('staging')).toMatchObject({ clusters: [{ name: 'default' }] });
    expect(closed.aborted).toBe(true);
    await expect(client.removeCluster('staging')).rejects.toMatchObject({ code: 'CLUSTER_NOT_FOUND' });
    await expect(client.removeCluster('default')).rejects.toMatchObject({ code: 'CLUSTER_IS_DEFAULT' });
  });
});

test('what one instance changes the others notice', async () => {
  const { client, database, vault } = await platformHere();
  let dialled = 0;
  const used: number[] = [];
  const dial: Dial = (access) => {
    const transport = httpTransport(access);
    const number = ++dialled;
    const handler: ApiHandler = (request) => {
      used.push(number);
      return transport.handler(request);
    };
    return { ...transport, handler };
  };
  const other = await createClusterRegistry({ database, vault, clock: systemClock, dial });
  onTestFinished(() => other.close());
  await expect(other.connect('staging')).rejects.toMatchObject({ code: 'CLUSTER_UNKNOWN' });
  await client.registerCluster({ name: 'staging', kubeconfig: clusterKubeconfig(there) });
  expect(await other.names()).toEqual(['staging']);
  const connection = await other.connect('staging');
  expect((await connection.client.resource(core.v1.namespaces).get('two')).metadata.name).toBe('two');
  await client.replaceCluster('staging', { kubeconfig: clusterKubeconfig(there) });
  expect(await other.connect('staging')).toBe(connection);
  await connection.client.resource(core.v1.namespaces).get('two');
  expect(used).toEqual([1, 2]);
  await client.removeCluster('staging');
  expect(await other.names()).toEqual([]);
  expect(connection.closed.aborted).toBe(true);

  // The name may go to another cluster before the next check.
  await client.registerCluster({ name: 'staging', kubeconfig: clusterKubeconfig(there) });
  const again = await other.connect('staging');
  await client.removeCluster('staging');
  await client.registerCluster({ name: 'staging', kubeconfig: clusterKubeconfig(there) });
  expect(await other.connect('staging')).not.toBe(again);
  expect(again.closed.aborted).toBe(true);
});
