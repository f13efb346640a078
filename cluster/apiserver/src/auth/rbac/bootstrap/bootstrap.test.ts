import { afterEach, expect, it } from 'vitest';
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

it('a second start leaves what people changed', async () => {
  const storage = memoryStorage();
  const first = await TestApi.start({ storage });
  await first.patch(`${ROLES}/system:basic-user`, { rules: MINE, metadata: { labels: { mine: 'yes' } } });
  await first.ok('DELETE', `${ROLES}/system:kube-dns`);
  await first.close();
  api = await TestApi.start({ storage });
  expect(await api.get(`${ROLES}/system:basic-user`)).toMatchObject({
    metadata: { labels: { mine: 'yes' } },
    rules: MINE,
  });
  expect((await api.get(`${ROLES}/system:kube-dns`)).rules).not.toEqual([]);
});
