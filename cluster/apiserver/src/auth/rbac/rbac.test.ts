import type { ApiMethod, UserInfo } from '@kubemin/kubeapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configMap, TestApi } from '../../test-support/test-api.ts';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const GROUP = 'rbac.authorization.k8s.io';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
  for (const name of ['team', 'other']) await api.create('/api/v1/namespaces', { metadata: { name } });
  for (const role of ['admin', 'edit', 'view']) {
    await api.create(`${RBAC}/namespaces/team/rolebindings`, binding(role, 'ClusterRole', role, [user(role)]));
  }
  await api.create(`${RBAC}/clusterrolebindings`, binding('root', 'ClusterRole', 'cluster-admin', [group('roots')]));
  await api.create(`${RBAC}/namespaces/team/roles`, {
    metadata: { name: 'one-secret' },
    rules: [{ verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['secrets'], resourceNames: ['mine'] }],
  });
  await api.create(`${RBAC}/namespaces/team/rolebindings`, binding('one', 'Role', 'one-secret', [user('picky')]));
});
afterAll(() => api.close());

function user(name: string): unknown {
  return { kind: 'User', name };
}

function group(name: string): unknown {
  return { kind: 'Group', name };
}

function binding(name: string, kind: string, role: string, subjects: readonly unknown[]): unknown {
  return { metadata: { name }, roleRef: { apiGroup: GROUP, kind, name: role }, subjects };
}

function as(username: string, ...groups: readonly string[]): { readonly user: UserInfo } {
  return { user: { username, groups: [...groups, 'system:authenticated'] } };
}

async function code(method: ApiMethod, url: string, who: { readonly user: UserInfo }, body?: unknown): Promise<number> {
  const response = await api.send(method, url, { ...who, ...(body !== undefined && { body }) });
  return response.status;
}

describe('who may do what', () => {
  const TEAM = '/api/v1/namespaces/team';
  const deny = 403;
  const ok = 200;
  it.each<[string, ApiMethod, string, Record<string, number>]>([
    ['list pods', 'GET', `${TEAM}/pods`, { admin: ok, edit: ok, view: ok, root: ok, guest: deny }],
    ['list pods elsewhere', 'GET', '/api/v1/namespaces/other/pods', { admin: deny, view: deny, root: ok }],
    ['list pods everywhere', 'GET', '/api/v1/pods', { admin: deny, edit: deny, root: ok }],
    ['list secrets', 'GET', `${TEAM}/secrets`, { admin: ok, edit: ok, view: deny, root: ok }],
    ['delete all config maps', 'DELETE', `${TEAM}/configmaps`, { admin: ok, edit: ok, view: deny, root: ok }],
    ['list roles', 'GET', `${RBAC}/namespaces/team/roles`, { admin: ok, edit: deny, view: deny, root: ok }],
    ['see the namespace', 'GET', TEAM, { admin: ok, edit: ok, view: ok, guest: deny, root: ok }],
    ['see all namespaces', 'GET', '/api/v1/namespaces', { admin: deny, view: deny, root: ok }],
    ['list nodes', 'GET', '/api/v1/nodes', { admin: deny, edit: deny, view: deny, root: ok }],
    ['discover', 'GET', '/apis/apps/v1', { guest: ok, view: ok, root: ok }],
    ['ask for health', 'GET', '/healthz', { guest: ok, root: ok }],
  ])('%s', async (_what, method, url, table) => {
    for (const [who, expected] of Object.entries(table)) {
      const person = who === 'root' ? as('root', 'roots') : as(who);
      expect([who, await code(method, url, person)]).toEqual([who, expected]);
    }
  });

  it('a watch counts as watch, a list with metadata.name as that object', async () => {
    const picky = as('picky');
    const one = 'fieldSelector=metadata.name%3Dmine';
    await api.create(`${TEAM}/secrets`, { metadata: { name: 'mine' } });
    expect(await code('GET', `${TEAM}/secrets/mine`, picky)).toBe(200);
    expect(await code('GET', `${TEAM}/secrets/theirs`, picky)).toBe(403);
    expect(await code('GET', `${TEAM}/secrets`, picky)).toBe(403);
    expect(await code('GET', `${TEAM}/secrets?${one}`, picky)).toBe(200);
    expect(await code('GET', `${TEAM}/secrets?fieldSelector=metadata.name!%3Dmine`, picky)).toBe(403);
  });

  it('refuses with the message of Kubernetes', async () => {
    const guest = as('guest');
    const messages = async (method: ApiMethod, url: string) => (await api.refused(method, url, guest)).message;
    expect(await messages('GET', '/apis/apps/v1/namespaces/team/deployments/web')).toBe(
      'deployments.apps "web" is forbidden: User "guest" cannot get resource "deployments" in API group "apps" in the namespace "team"',
    );
    expect(await messages('PATCH', `${TEAM}/pods/p/status`)).toBe(
      'pods "p" is forbidden: User "guest" cannot patch resource "pods/status" in API group "" in the namespace "team"',
    );
    expect(await messages('DELETE', '/api/v1/nodes')).toBe(
      'nodes is forbidden: User "guest" cannot deletecollection resource "nodes" in API group "" at the cluster scope',
    );
    expect(await messages('GET', '/metrics')).toBe('forbidden: User "guest" cannot get path "/metrics"');
  });

  it('names a role that a binding refers to and that is not there', async () => {
    await api.create(`${RBAC}/namespaces/team/rolebindings`, binding('lost', 'Role', 'gone', [user('lost')]));
    expect((await api.refused('GET', `${TEAM}/pods`, as('lost'))).message).toMatch(
      /in the namespace "team": RBAC: role.rbac.authorization.k8s.io "gone" not found$/,
    );
  });

  it('takes effect at once, and ends at once', async () => {
    const temp = as('temp');
    await api.create(`${RBAC}/namespaces/team/rolebindings`, binding('temp', 'ClusterRole', 'view', [user('temp')]));
    expect(await code('GET', `${TEAM}/pods`, temp)).toBe(200);
    await api.ok('DELETE', `${RBAC}/namespaces/team/rolebindings/temp`);
    expect(await code('GET', `${TEAM}/pods`, temp)).toBe(403);
  });

  it('a service account is named by namespace and name', async () => {
    const account = { kind: 'ServiceAccount', name: 'robot', namespace: 'other' };
    await api.create(`${RBAC}/namespaces/team/rolebindings`, binding('robot', 'ClusterRole', 'view', [account]));
    expect(await code('GET', `${TEAM}/pods`, as('system:serviceaccount:other:robot'))).toBe(200);
    expect(await code('GET', `${TEAM}/pods`, as('system:serviceaccount:team:robot'))).toBe(403);
    expect(await code('GET', `${TEAM}/pods`, as('robot'))).toBe(403);
  });

  it('system:masters cannot be locked out', async () => {
    await api.ok('DELETE', `${RBAC}/clusterrolebindings/cluster-admin`);
    expect(await code('GET', '/api/v1/secrets', as('outsider', 'system:masters'))).toBe(200);
  });

  it('a PUT that would create needs the right to create', async () => {
    await api.create(`${RBAC}/namespaces/team/roles`, {
      metadata: { name: 'updater' },
      rules: [
        { verbs: ['update', 'patch'], apiGroups: ['', 'coordination.k8s.io'], resources: ['leases', 'configmaps'] },
      ],
    });
    await api.create(`${RBAC}/namespaces/team/rolebindings`, binding('updater', 'Role', 'updater', [user('updater')]));
    const lease = '/apis/coordination.k8s.io/v1/namespaces/team/leases/new';
    const refused = await api.refused('PUT', lease, { ...as('updater'), body: { metadata: { name: 'new' } } });
    expect(refused.message).toContain('User "updater" cannot create resource "leases"');
    const applied = await api.refused('PATCH', `${TEAM}/configmaps/new?fieldManager=me`, {
      ...as('updater'),
      body: configMap('new'),
      contentType: 'application/apply-patch+yaml',
    });
    expect(applied.message).toContain('User "updater" cannot create resource "configmaps"');
  });
});

describe('a user cannot grant rights that the user does not have', () => {
  const editor = as('edit');
  const admin = as('admin');
  const ROLES = `${RBAC}/namespaces/team/roles`;
  const BINDINGS = `${RBAC}/namespaces/team/rolebindings`;
  const rule = (resource: string) => ({ verbs: ['get', 'list'], apiGroups: [''], resources: [resource] });

  it('an admin of a namespace may make roles of what they may do themselves', async () => {
    expect(await code('POST', ROLES, admin, { metadata: { name: 'small' }, rules: [rule('pods')] })).toBe(201);
    expect(await code('POST', BINDINGS, admin, binding('small', 'Role', 'small', [user('kid')]))).toBe(201);
    expect(await code('POST', ROLES, editor, { metadata: { name: 'x' }, rules: [] })).toBe(403);
  });

  it('but no more than that', async () => {
    const body = { metadata: { name: 'big' }, rules: [rule('pods'), rule('nodes')] };
    expect((await api.refused('POST', ROLES, { ...admin, body })).message).toBe(
      'roles.rbac.authorization.k8s.io "big" is forbidden: user "admin" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:[""], Resources:["nodes"], Verbs:["get" "list"]}',
    );
    const patch = { rules: [rule('nodes')] };
    const options = { ...admin, body: patch, contentType: 'application/merge-patch+json' };
    expect((await api.refused('PATCH', `${ROLES}/small`, options)).reason).toBe('Forbidden');
    const bound = binding('top', 'ClusterRole', 'cluster-admin', [user('admin')]);
    expect((await api.refused('POST', BINDINGS, { ...admin, body: bound })).message).toContain(
      'rolebindings.rbac.authorization.k8s.io "top" is forbidden: user "admin" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held',
    );
  });

  it('unless they may escalate or bind', async () => {
    const powers = (verb: string, resource: string) => ({ verbs: [verb], apiGroups: [GROUP], resources: [resource] });
    await api.create(`${RBAC}/clusterroles`, {
      metadata: { name: 'granter' },
      rules: [powers('escalate', 'roles'), { ...powers('bind', 'clusterroles'), resourceNames: ['cluster-admin'] }],
    });
    await api.create(BINDINGS, binding('granter', 'ClusterRole', 'granter', [user('granter')]));
    await api.create(BINDINGS, binding('granter-2', 'ClusterRole', 'admin', [user('granter')]));
    const granter = as('granter');
    expect(await code('POST', ROLES, granter, { metadata: { name: 'big' }, rules: [rule('nodes')] })).toBe(201);
    expect(await code('POST', BINDINGS, granter, binding('g1', 'ClusterRole', 'cluster-admin', [user('x')]))).toBe(201);
    expect(await code('POST', BINDINGS, granter, binding('g2', 'ClusterRole', 'system:node', [user('x')]))).toBe(403);
  });

  it('writing a role again without a change needs no rights of that role', async () => {
    const body = await api.get(`${ROLES}/one-secret`);
    expect(await code('PUT', `${ROLES}/one-secret`, admin, body)).toBe(200);
  });

  it('an aggregation rule needs everything', async () => {
    await api.create(`${RBAC}/clusterroles`, {
      metadata: { name: 'role-writer' },
      rules: [{ verbs: ['create'], apiGroups: [GROUP], resources: ['clusterroles'] }],
    });
    await api.create(`${RBAC}/clusterrolebindings`, binding('w', 'ClusterRole', 'role-writer', [user('writer')]));
    const body = {
      metadata: { name: 'sum' },
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] },
    };
    expect((await api.refused('POST', `${RBAC}/clusterroles`, { ...as('writer'), body })).message).toContain(
      'must have cluster-admin privileges to use an aggregationRule',
    );
  });
});
