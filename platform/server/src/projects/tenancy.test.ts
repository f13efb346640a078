import { createPlatformClient, type Grant, type PlatformClient, PlatformError } from '@kubemin/client';
import type { ResourceType } from '@kubemin/kubeapi';
import { core, networking } from '@kubemin/kubeapi/resources';
import { LABEL } from '@kubemin/render';
import {
  prepareTenancy,
  startTestCluster,
  TENANCY_GRANTS,
  type TestCluster,
  tenancyAttempts,
  UNREACHED_NAMESPACES,
  VICTIM,
} from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROJECT_MIGRATIONS } from '../api/project-tables.ts';
import type { ServerTables } from '../api/tables.ts';
import { json, webservice } from '../test-support/documents.ts';
import { startTestPlatform, type TestPlatform } from '../test-support/test-platform.ts';
import { ProjectRows } from './project-rows.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ nodes: 1 });
}, 60_000);
afterAll(() => cluster.close());

async function member({ client, url }: TestPlatform, name: string, grant: Grant): Promise<PlatformClient> {
  await client.createUser({ name, roles: [grant] });
  const { token } = await client.createToken({ name: 'test', user: name });
  return createPlatformClient({ url, token });
}

const app = (project: string, namespace: string, more: object = {}) =>
  json({ name: 'app', project, namespace, component: [webservice('web')], ...more });
const withTraits = (project: string, namespace: string, traits: object) =>
  app(project, namespace, { component: [webservice('web', { traits })] });

async function namespaceExists(name: string): Promise<boolean> {
  return (await cluster.client.resource(core.v1.namespaces).find(name)) !== undefined;
}

async function createNamespace(name: string): Promise<void> {
  await cluster.client.resource(core.v1.namespaces).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
}

/** The names and versions of all that a namespace of the victim holds. */
async function contents(namespace: string): Promise<readonly string[]> {
  const types: readonly ResourceType[] = [
    core.v1.secrets,
    core.v1.configmaps,
    core.v1.services,
    core.v1.persistentvolumeclaims,
  ];
  const lists = await Promise.all(types.map((type) => cluster.client.resource(type, namespace).list()));
  return lists.flatMap(({ items }) =>
    items.map(({ metadata }) => `${metadata.name} ${metadata.uid} ${metadata.resourceVersion}`),
  );
}

/** The code of a refusal, with the codes and paths of its problems. */
async function refusal(work: Promise<unknown>): Promise<{ readonly codes: string; readonly text: string }> {
  const error = await work.then(() => undefined).catch((thrown: unknown) => thrown);
  if (!(error instanceof PlatformError)) throw new Error('nothing was refused', { cause: error });
  const problems = (error.problems ?? []).map(({ code, path }) => `${code} ${path}`);
  return { codes: [error.code, ...problems].join(', '), text: JSON.stringify([error.message, error.problems]) };
}

async function runError(client: PlatformClient, appId: string): Promise<string> {
  const { taskId } = await client.execWorkflow(appId);
  for await (const _event of client.followRun(taskId));
  const { tasks } = await client.listTasks(appId, { limit: 1 });
  const { jobs } = await client.listJobs(taskId);
  return [tasks[0]?.status, ...jobs.flatMap(({ error }) => error ?? []), tasks[0]?.error ?? ''].join('; ');
}

describe('a member of another project', () => {
  test('is refused at every way into a namespace, with the reason, and nothing is created', async () => {
    const platform = await startTestPlatform({ kube: cluster.client, jobs: 'delivery' });
    const { client } = platform;
    await platform.clusters.rows.insert('west', { server: 'https://west', context: 'west', kubeconfig: '' }, 1);
    const bound = await member(platform, 'bea', TENANCY_GRANTS.bound);
    const unbound = await member(platform, 'cal', TENANCY_GRANTS.unbound);
    const scene = await prepareTenancy(client, bound);
    const before = await contents('alpha');
    expect(before.length).toBeGreaterThan(1);
    for (const { name, by, request, refused, namesVictim = false } of tenancyAttempts(scene)) {
      const { codes, text } = await refusal(request({ bound, unbound, administrator: client }[by]));
      expect.soft(codes, name).toBe(refused);
      if (!namesVictim) expect.soft(text, name).not.toContain(VICTIM);
    }
    expect((await bound.listProjects()).projects.map(({ name }) => name)).toEqual(['beta']);
    expect(await contents('alpha')).toEqual(before);
    for (const name of UNREACHED_NAMESPACES) expect(await namespaceExists(name)).toBe(false);
    const { entries } = await client.listAudit({ user: 'bea', limit: 500 });
    expect(entries.filter(({ status = 0 }) => status >= 400).length).toBeGreaterThanOrEqual(12);
  }, 60_000);

  test('does not mount claims, sign with Secrets or read objects of applications of other projects in a shared namespace', async () => {
    const platform = await startTestPlatform({ kube: cluster.client, jobs: 'delivery' });
    const { client } = platform;
    await createNamespace('commons');
    const ann = await member(platform, 'ann', { project: 'one', role: 'admin' });
    const bob = await member(platform, 'bob', { project: 'two', role: 'admin' });
    const { id } = await ann.saveApplication(app('one', 'commons', { name: 'owner' }));
    const labels = { [LABEL.appId]: id };
    const metadata = (name: string) => ({ name, namespace: 'commons', labels });
    await cluster.client.resource(core.v1.persistentvolumeclaims, 'commons').create({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: metadata('data'),
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    });
    await cluster.client
      .resource(core.v1.secrets, 'commons')
      .create({ apiVersion: 'v1', kind: 'Secret', metadata: metadata('signing'), data: { key: 'eA==' } });
    const mounting = (project: string, name: string) =>
      app(project, 'commons', {
        name,
        component: [
          webservice(name, {
            traits: { storage: [{ name: 'data', type: 'persistent', mountPath: '/data', claimName: 'data' }] },
          }),
        ],
      });
    const secret = { name: 'signing', key: 'key' };
    const signing = app('two', 'commons', {
      name: 'signing',
      component: [webservice('signer')],
      workflow: [
        { name: 'deliver', components: ['signer'] },
        { name: 'hook', jobType: 'notify', properties: { url: 'https://example.org/', message: 'done', secret } },
      ],
    });
    expect((await refusal(bob.saveApplication(mounting('two', 'thief')))).codes).toBe(
      'VALIDATION_FAILED, FOREIGN_REFERENCE component[0].traits.storage[0].name',
    );
    expect((await refusal(bob.saveApplication(signing))).codes).toBe(
      'VALIDATION_FAILED, FOREIGN_REFERENCE workflow[1].properties.secret.name',
    );
    // Another application of the owner's project may mount it, as before.
    expect(await ann.saveApplication(mounting('one', 'friend'))).toMatchObject({ outcome: 'created' });
    expect(await client.saveApplication(mounting('two', 'permitted'))).toMatchObject({ outcome: 'created' });
  }, 60_000);
});

describe('a bound project', () => {
  test('gets its namespace on first use, with quota, limits, labels and network policy, and keeps what others made', async () => {
    const platform = await startTestPlatform({ kube: cluster.client, jobs: 'delivery' });
    const { client } = platform;
    const bound = { namespaces: ['delta', 'delta-*'], quota: { cpu: '4' } };
    await client.bindProject('delta', bound);
    const { id } = await client.saveApplication(app('delta', 'delta-web'));
    expect((await client.planDocument(app('delta', 'delta-web'))).steps.length).toBeGreaterThan(0);
    expect(await namespaceExists('delta-web')).toBe(false);
    expect(await runError(client, id)).toMatch(/^completed/);

    const namespaces = cluster.client.resource(core.v1.namespaces);
    expect((await namespaces.get('delta-web')).metadata.labels).toMatchObject({
      'kubemin.io/project': 'delta',
      'pod-security.kubernetes.io/enforce': 'baseline',
    });
    const quotas = cluster.client.resource(core.v1.resourcequotas, 'delta-web');
    expect((await quotas.get('kubemin-project')).spec?.hard).toMatchObject({ 'requests.cpu': '4', pods: '200' });
    const limits = await cluster.client.resource(core.v1.limitranges, 'delta-web').get('kubemin-project');
    expect(limits.spec?.limits).toMatchObject([{ type: 'Container', defaultRequest: { cpu: '50m' } }]);
    const policies = cluster.client.resource(networking.v1.networkpolicies, 'delta-web');
    expect((await policies.get('kubemin-project')).spec).toMatchObject({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ from: [{ namespaceSelector: { matchLabels: { 'kubemin.io/project': 'delta' } } }, {}] }],
      egress: [{ ports: [{ port: 53 }, { port: 53 }] }, { to: [{ namespaceSelector: {} }] }],
    });

    // A changed binding reaches the namespace with the next run; what has no label of ours stays.
    await policies.delete('kubemin-project');
    await policies.create({
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: { name: 'kubemin-project' },
      spec: { podSelector: { matchLabels: { theirs: 'true' } } },
    });
    await client.bindProject('delta', { ...bound, quota: { cpu: '6', pods: 7 }, podSecurity: 'restricted' });
    expect(await runError(client, id)).toMatch(/^completed/);
    expect((await quotas.get('kubemin-project')).spec?.hard).toMatchObject({ 'requests.cpu': '6', pods: '7' });
    expect((await namespaces.get('delta-web')).metadata.labels).toMatchObject({
      'pod-security.kubernetes.io/enforce': 'restricted',
    });
    expect((await policies.get('kubemin-project')).spec?.podSelector).toEqual({ matchLabels: { theirs: 'true' } });
  }, 60_000);

  test('refers to listed objects and its own only, where its binding lists any', async () => {
    const platform = await startTestPlatform({ kube: cluster.client, jobs: 'delivery' });
    await platform.client.bindProject('epsilon', { namespaces: ['epsilon'], references: ['Secret/registry-*'] });
    const eve = await member(platform, 'eve', { project: 'epsilon', role: 'deployer' });
    await createNamespace('epsilon');
    for (const name of ['registry-one', 'other']) {
      await cluster.client
        .resource(core.v1.secrets, 'epsilon')
        .create({ apiVersion: 'v1', kind: 'Secret', metadata: { name }, data: { key: 'eA==' } });
    }
    const using = (name: string) =>
      withTraits('epsilon', 'epsilon', { envs: [{ name: 'KEY', valueFrom: { secret: { name, key: 'key' } } }] });
    expect(await eve.saveApplication(using('registry-one'))).toMatchObject({ outcome: 'created' });
    expect((await refusal(eve.saveApplication(using('other')))).codes).toBe(
      'VALIDATION_FAILED, REFERENCE_NOT_ALLOWED component[0].traits.envs[0].valueFrom.secret.name',
    );
  }, 60_000);
});

test('a run fails before it writes anything when another project was bound to its namespace after the save', async () => {
  const platform = await startTestPlatform({ kube: cluster.client, jobs: 'delivery' });
  const { id } = await platform.client.saveApplication(app('zeta', 'late'));
  const database = await platform.database.withTables<ServerTables>('projects', PROJECT_MIGRATIONS);
  const content = { description: '', clusters: ['default'], namespaces: ['late'] };
  await new ProjectRows(database.query).put(VICTIM, content, 1);
  await createNamespace('late');
  const error = await runError(platform.client, id);
  expect(error).toMatch(/^failed; .*in a namespace that another project is bound to/);
  expect(error).not.toContain(VICTIM);
  expect(await contents('late')).toEqual([]);
}, 60_000);

test('an imported application is judged like a saved one', async () => {
  const platform = await startTestPlatform();
  const { client } = platform;
  const { id } = await client.saveApplication(app('one', 'shared'));
  const passphrase = 'correct horse battery';
  const { bundle } = await client.exportApplications({ passphrase, applications: [id] });
  const other = await startTestPlatform();
  await other.client.bindProject(VICTIM, { namespaces: ['shared'] });
  const { codes } = await refusal(other.client.importApplications({ bundle, passphrase }));
  expect(codes).toBe('IMPORT_CONFLICT');
  expect((await other.client.listApplications()).applications).toEqual([]);
});
