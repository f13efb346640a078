import { systemRandom } from '@kubemin/base';
import { createPlatformClient, isTerminal, type PlatformClient } from '@kubemin/client';
import { type AnyDocument, builtinRegistry, createModel } from '@kubemin/model';
import { sql } from '@kubemin/sql';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json, webservice } from '../test-support/documents.ts';
import { startTestPlatform, type TestPlatform } from '../test-support/test-platform.ts';
import { policyKeys, rbacEscalations } from './rbac-guard.ts';
import { openBundle, sealBundle } from './transfer/bundle-seal.ts';

const model = createModel(builtinRegistry);
const AGGREGATED = { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' };
const POD_READER = { apiGroups: [''], resources: ['pods', 'configmaps'], verbs: ['get', 'list', 'watch'] };

function policyDocument(policy: object, more: object = {}): AnyDocument {
  const component = [{ name: 'web', type: 'webservice', image: 'web:1', traits: { rbac: [policy] } }];
  const { document, problems } = model.parse({ name: 'shop', namespace: 'shop', component, ...more });
  if (document === undefined) throw new Error(JSON.stringify(problems));
  return document;
}

const found = (document: AnyDocument, permittedBy?: AnyDocument, profiles: readonly object[] = []) => {
  const permitted = new Set(permittedBy === undefined ? [] : policyKeys(permittedBy));
  const problems = rbacEscalations(document, { permitted, profiles });
  return [...new Map(problems.map(({ path, code }) => [path, [path, code]])).values()];
};

describe('the guard of rights', () => {
  test('lets an application read what it names in its own namespace', () => {
    expect(found(policyDocument({ rules: [POD_READER] }))).toEqual([]);
  });

  test.each([
    ['every verb', { rules: [{ ...POD_READER, verbs: ['*'] }] }, '.rules[0]'],
    ['every resource', { rules: [POD_READER, { ...POD_READER, resources: ['*'] }] }, '.rules[1]'],
    ['every subresource', { rules: [{ ...POD_READER, resources: ['*/scale'] }] }, '.rules[0]'],
    ['every group', { rules: [{ ...POD_READER, apiGroups: ['*'] }] }, '.rules[0]'],
    ['taking roles', { rules: [{ ...POD_READER, verbs: ['escalate'] }] }, '.rules[0]'],
    ['binding roles', { rules: [{ ...POD_READER, verbs: ['Bind'] }] }, '.rules[0]'],
    ['impersonation', { rules: [{ ...POD_READER, resources: ['users'], verbs: ['impersonate'] }] }, '.rules[0]'],
    ['pods of all namespaces', { clusterScope: true, rules: [POD_READER] }, '.clusterScope'],
    ['labels that add rules to other roles', { roleLabels: AGGREGATED, rules: [POD_READER] }, '.roleLabels'],
  ])('W-34: refuses %s', (_name, policy, path) => {
    expect(found(policyDocument(policy))).toEqual([[`component[0].traits.rbac[0]${path}`, 'RBAC_ESCALATION']]);
  });

  test.each([
    ['secrets', 'get'],
    ['secrets', 'create'],
    ['serviceaccounts/token', 'create'],
    ['pods/exec', 'create'],
    ['pods/exec', 'get'],
    ['pods/attach', 'get'],
    ['pods/portforward', 'create'],
    ['pods/ephemeralcontainers', 'patch'],
    ['nodes/proxy', 'get'],
    ['services/proxy', 'get'],
    ['rolebindings', 'delete'],
    ['mutatingwebhookconfigurations', 'update'],
    ['validatingwebhookconfigurations', 'patch'],
    ['customresourcedefinitions', 'create'],
    ['certificatesigningrequests', 'create'],
    ['certificatesigningrequests/approval', 'update'],
    ['signers', 'sign'],
    ['pods', 'create'],
    ['deployments', 'patch'],
    ['cronjobs', 'update'],
    ['Secrets', 'GET'],
  ])('R-01: refuses a rule about %s with the verb %s', (resource, verb) => {
    const document = policyDocument({
      rules: [POD_READER, { apiGroups: ['', 'apps'], resources: [resource], verbs: [verb] }],
    });
    expect(found(document)).toEqual([['component[0].traits.rbac[0].rules[1]', 'RBAC_ESCALATION']]);
    expect(found(document, document)).toEqual([]);
  });

  test('R-01: refuses URLs of the API server, each as a rule of its own', () => {
    const document = policyDocument({ clusterScope: true, rules: [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }] });
    expect(found(document).map(([path]) => path)).toEqual([
      'component[0].traits.rbac[0].clusterScope',
      'component[0].traits.rbac[0].rules[0]',
    ]);
  });

  test('refuses rights in the namespace of others', () => {
    const rbac = [{ rules: [POD_READER] }, { namespace: 'kube-system', rules: [POD_READER] }];
    const component = [{ name: 'web', type: 'webservice', image: 'web:1', traits: { rbac } }];
    expect(found(policyDocument({}, { component }))).toEqual([
      ['component[0].traits.rbac[1].namespace', 'RBAC_ESCALATION'],
    ]);
  });

  test('leaves what an administrator granted before, as long as it is exactly that', () => {
    const granted = { rules: [{ ...POD_READER, verbs: ['*'] }] };
    const before = policyDocument(granted);
    expect(found(policyDocument(granted, { description: 'changed' }), before)).toEqual([]);
    const more = { rules: [{ ...POD_READER, resources: ['secrets'], verbs: ['*'] }] };
    expect(found(policyDocument(more), before)).not.toEqual([]);
    expect(found(policyDocument(granted, { namespace: 'other' }), before)).toHaveLength(1);
  });

  describe('beside a profile that an administrator made', () => {
    const wide = { clusterScope: true, rules: [{ ...POD_READER, verbs: ['*'] }] };
    const watcher = { clusterScope: true, rules: [POD_READER] };
    const offered = [wide, watcher, { clusterScope: true }];

    test('lets every user take exactly what it grants, for an account of any name', () => {
      expect(found(policyDocument(wide), undefined, offered)).toEqual([]);
      expect(found(policyDocument({ ...wide, serviceAccount: 'mine' }), undefined, offered)).toEqual([]);
    });

    test.each([
      ['other rules in the whole cluster', { ...watcher, rules: [{ ...POD_READER, resources: ['secrets'] }] }],
      ['a rule more', { ...watcher, rules: [POD_READER, { ...POD_READER, resources: ['nodes'] }] }],
      ['its rules in another namespace', { ...wide, clusterScope: false, namespace: 'kube-system' }],
    ])('refuses what a document makes of it with words of its own: %s', (_name, policy) => {
      const own = { rules: [POD_READER] };
      const component = [{ name: 'web', type: 'webservice', image: 'web:1', traits: { rbac: [own, policy] } }];
      expect(found(policyDocument({}, { component }), undefined, offered)).not.toEqual([]);
    });
  });
});

describe('permissions that were not written down', () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await startTestCluster({ controllers: false });
  });
  afterAll(() => cluster.close());

  const PASSPHRASE = 'correct horse battery';
  /** Component names are those of the cluster, which all tests share. */
  const agent = (name: string, image: string) =>
    json({ name, namespace: 'kube-system', component: [webservice(name, { image })] });

  /** A platform, and a user of it who may deploy and is no administrator. */
  async function start(): Promise<{ readonly platform: TestPlatform; readonly deployer: PlatformClient }> {
    const platform = await startTestPlatform({ kube: cluster.client, jobs: 'delivery' });
    await platform.client.createUser({ name: 'deployer', roles: [{ project: '*', role: 'operator' }] });
    const { token } = await platform.client.createToken({ name: 'of a test', user: 'deployer' });
    return { platform, deployer: createPlatformClient({ url: platform.url, token }) };
  }

  async function outcome(client: PlatformClient, appId: string): Promise<string> {
    const { taskId } = await client.execWorkflow(appId, {});
    for await (const event of client.followRun(taskId))
      if (event.kind === 'task' && isTerminal(event.task.status)) break;
    const { tasks } = await client.listTasks(appId, { limit: 1 });
    return `${tasks[0]?.status} ${tasks[0]?.error ?? ''}`.trim();
  }

  test('R-01: in a database that did not write permissions down, what an administrator saved stays permitted', async () => {
    const { platform, deployer } = await start();
    const { id } = await platform.client.saveApplication(agent('kept', 'agent:1'));
    await sql`update revisions set permitted = null`.execute(platform.database.query);
    expect(await outcome(deployer, id)).toBe('completed');
    expect(await deployer.saveApplication(agent('kept', 'agent:2'))).toMatchObject({ id, outcome: 'updated' });
    expect(await outcome(deployer, id)).toBe('completed');
  });

  test('R-01: in a database that did not write permissions down, what others saved is permitted no more', async () => {
    const { platform, deployer } = await start();
    const { id } = await platform.client.saveApplication(agent('lost', 'agent:1'));
    await sql`update revisions set permitted = null, creator = 'deployer'`.execute(platform.database.query);
    await expect(deployer.saveApplication(agent('lost', 'agent:2'))).rejects.toMatchObject({
      problems: [{ code: 'CLOSED_NAMESPACE', path: 'namespace' }],
    });
    expect(await outcome(deployer, id)).toMatch(/^failed .*Namespace "kube-system" is only open to administrators/);
    // An administrator who saves it, though nothing changes, permits it.
    await platform.client.saveApplication(agent('lost', 'agent:1'));
    expect(await outcome(deployer, id)).toBe('completed');
  });

  test('R-01: what a bundle brings is permitted only where an administrator of this platform had saved it', async () => {
    const from = await start();
    const { id } = await from.platform.client.saveApplication(agent('taken', 'agent:1'));
    const { bundle } = await from.platform.client.exportApplications({ passphrase: PASSPHRASE });
    const content = await openBundle(bundle, PASSPHRASE);
    const forged = await sealBundle(content.replaceAll('"tester"', '"deployer"'), PASSPHRASE, systemRandom);
    for (const [each, expected] of [
      [bundle, /^completed$/],
      [forged, /^failed .*Namespace "kube-system" is only open/],
    ] as const) {
      const { platform, deployer } = await start();
      await platform.client.importApplications({ bundle: each, passphrase: PASSPHRASE });
      expect(await outcome(deployer, id)).toMatch(expected);
    }
  });
});
