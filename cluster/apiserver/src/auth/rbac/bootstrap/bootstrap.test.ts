import { afterEach, describe, expect, it } from 'vitest';
import { memoryStorage } from '../../../storage/memory-storage.ts';
import { TestApi } from '../../../test-support/test-api.ts';
import { bootstrapBindings, bootstrapRoles } from './bootstrap-policy.ts';

const ROLES = '/apis/rbac.authorization.k8s.io/v1/clusterroles';

const MINE = [{ verbs: ['get'], apiGroups: ['mine.test'], resources: ['things'] }];

let api: TestApi | undefined;
afterEach(() => api?.close());

it('a first start makes every role, and every binding refers to one', async () => {
  api = await TestApi.start();
  const names = (await api.list(ROLES)).items.map(({ metadata }) => metadata.name);
  expect(names.length).toBeGreaterThan(40);
  for (const name of ['cluster-admin', 'admin', 'edit', 'view', 'system:discovery', 'system:node'])
    expect(names).toContain(name);
  const known = new Set(bootstrapRoles.map(({ name, namespace = '' }) => `${namespace}/${name}`));
  for (const { name, role = name, namespace = '' } of bootstrapBindings)
    expect(known).toContain(`${namespace}/${role}`);
});

it('admin, edit and view gather their rules, from each other as well', async () => {
  api = await TestApi.start();
  const rulesOf = async (name: string) => JSON.stringify((await api?.get(`${ROLES}/${name}`))?.rules);
  expect(await rulesOf('view')).toContain('endpointslices');
  expect(await rulesOf('edit')).toContain('endpointslices');
  expect(await rulesOf('admin')).toContain('endpointslices');
  expect(await rulesOf('admin')).toContain('rolebindings');
  expect(await rulesOf('view')).not.toContain('"secrets"');
});

it('a role that is to be gathered later is gathered', async () => {
  api = await TestApi.start();
  const watch = await api.watch(`${ROLES}?watch=1&fieldSelector=metadata.name%3Dview`);
  await watch.next();
  await api.create(ROLES, {
    metadata: { name: 'things', labels: { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' } },
    rules: [{ verbs: ['get'], apiGroups: ['example.test'], resources: ['things'] }],
  });
  expect(JSON.stringify((await watch.next())?.object)).toContain('example.test');
  watch.stop();
});

describe('a second start', () => {
  const BINDINGS = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings';

  /** A server on what another one left, after `change`. */
  async function startedAfter(change: (first: TestApi) => Promise<unknown>): Promise<TestApi> {
    const storage = memoryStorage();
    const first = await TestApi.start({ storage });
    await change(first);
    await first.close();
    api = await TestApi.start({ storage });
    return api;
  }

  it('makes what is missing, and leaves what people added', async () => {
    const second = await startedAfter(async (first) => {
      await first.patch(`${ROLES}/system:basic-user`, { rules: MINE, metadata: { labels: { mine: 'yes' } } });
      await first.ok('DELETE', `${ROLES}/system:kube-dns`);
    });
    const role = await second.get(`${ROLES}/system:basic-user`);
    expect(role).toMatchObject({ metadata: { labels: { mine: 'yes' } } });
    expect(role.rules).toEqual(expect.arrayContaining(MINE));
    expect((await second.get(`${ROLES}/system:kube-dns`)).rules).not.toEqual([]);
  });

  it('gives a role of an older version the rights that came with this one, and no right twice', async () => {
    const older = [{ verbs: ['list', 'watch'], apiGroups: [''], resources: ['services'] }];
    const second = await startedAfter((first) => first.patch(`${ROLES}/system:kube-dns`, { rules: older }));
    expect((await second.get(`${ROLES}/system:kube-dns`)).rules).toEqual([
      ...older,
      { verbs: ['list', 'watch'], apiGroups: [''], resources: ['endpoints'] },
    ]);
  });

  it('gives a role that is gathered by others the label that came with this version', async () => {
    const label = 'rbac.authorization.k8s.io/aggregate-to-view';
    const second = await startedAfter((first) =>
      first.patch(`${ROLES}/system:aggregate-to-view`, { metadata: { labels: { [label]: null } } }),
    );
    expect(JSON.stringify((await second.get(`${ROLES}/view`)).rules)).toContain('endpointslices');
  });

  it('gives a binding the subjects it lacks, beside those it was given', async () => {
    const mine = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'watchers' };
    const second = await startedAfter((first) => first.patch(`${BINDINGS}/system:monitoring`, { subjects: [mine] }));
    const { subjects } = await second.get(`${BINDINGS}/system:monitoring`);
    expect(subjects).toEqual([mine, { ...mine, name: 'system:monitoring' }]);
  });

  it('no longer binds all nodes to the role of nodes, as older versions did, but keeps subjects that others added', async () => {
    const nodes = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'system:nodes' };
    const mine = { ...nodes, name: 'old-kubelets' };
    const second = await startedAfter((first) => first.patch(`${BINDINGS}/system:node`, { subjects: [nodes, mine] }));
    expect((await second.get(`${BINDINGS}/system:node`)).subjects).toEqual([mine]);
  });

  it('leaves a role alone that is not to be updated', async () => {
    const metadata = { annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'false' } };
    const second = await startedAfter((first) => first.patch(`${ROLES}/system:kube-dns`, { metadata, rules: MINE }));
    expect((await second.get(`${ROLES}/system:kube-dns`)).rules).toEqual(MINE);
  });

  it('writes nothing where nothing is missing', async () => {
    const versions = async (server: TestApi) =>
      (await server.list(ROLES)).items.map(({ metadata }) => metadata.resourceVersion);
    let before: readonly unknown[] = [];
    const second = await startedAfter(async (first) => {
      before = await versions(first);
    });
    expect(await versions(second)).toEqual(before);
  });
});
