import { systemRandom } from '@kubemin/base';
import { createKubeClient, type KubeClient } from '@kubemin/kube';
import type { KubeObject } from '@kubemin/kubeapi';
import { core, rbac } from '@kubemin/kubeapi/resources';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleResources } from '../sample-registry.ts';
import { serve } from '../test-support/served-samples.ts';
import { initialObjects } from './initial-objects.ts';
import { initialResources, teams } from './initial-resources.ts';
import { initialise, sortInitialObjects } from './initialise.ts';
import { verifyPassword } from './password-hash.ts';
import { users } from './user-resource.ts';

const PASSWORD = 'correct horse';
const options = { random: systemRandom };

let cluster: TestCluster;
let client: KubeClient;
beforeEach(async () => {
  cluster = await startTestCluster({ controllers: false });
  client = cluster.client;
  await serve(client, initialResources);
});
afterEach(() => cluster.close());

function user(spec: object): KubeObject {
  const metadata = { name: 'ada', namespace: 'default' };
  return Object.assign({ apiVersion: 'iam.minik8s.io/v1', kind: 'User', metadata }, { spec });
}

const actions = async (...objects: readonly KubeObject[]): Promise<readonly string[]> =>
  (await initialise(client, objects, options)).map(({ name, action }) => `${name} ${action}`);

async function versions(): Promise<readonly unknown[]> {
  const lists = [core.v1.namespaces, core.v1.secrets, ...initialResources].map((type) => client.resource(type).list());
  const items = (await Promise.all(lists)).flatMap((list): readonly KubeObject[] => list.items);
  return items.map(({ kind, metadata }) => [kind, metadata.name, metadata.resourceVersion]);
}

async function storedHash(): Promise<string> {
  const { data = {} } = await client.resource(core.v1.secrets, 'default').get('user-ada-password');
  return Buffer.from(data.hash ?? '', 'base64').toString();
}

describe('KC-INIT-1: the first objects', () => {
  it('are all there after the first time, and untouched by the second', async () => {
    const objects = [user({ password: PASSWORD }), ...initialObjects.toReversed()];
    const first = await initialise(client, objects, options);
    expect(first.map(({ action }) => action)).toEqual(first.map(() => 'created'));
    const before = await versions();
    const second = await initialise(client, objects.toReversed(), options);
    expect(second.map(({ action }) => action)).toEqual(first.map(() => 'unchanged'));
    expect(await versions()).toEqual(before);
  });

  it('keep what others added to them, and get back what others took away', async () => {
    await initialise(client, initialObjects, options);
    const place = client.resource(teams, 'default');
    const { spec } = await place.get('administrators');
    const members = [...spec.members, { user: 'ada', role: 'member' }];
    await place.patch('administrators', { type: 'merge', body: { spec: { members, displayName: 'Mine' } } });
    const again = await initialise(client, initialObjects, options);
    expect(again.filter(({ action }) => action !== 'unchanged')).toMatchObject([{ name: 'team/administrators' }]);
    expect((await place.get('administrators')).spec).toMatchObject({ displayName: 'Administrators', members });
  });

  it('are left alone altogether when one of them is wrong', async () => {
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' } };
    const before = await versions();
    await expect(actions(...initialObjects, pod)).rejects.toMatchObject({ code: 'INITIAL_KIND_UNKNOWN' });
    for (const spec of [
      { password: 'short' },
      { passwordHash: PASSWORD },
      { password: PASSWORD, passwordHash: `$2b$12$${'a'.repeat(53)}` },
    ]) {
      await expect(actions(...initialObjects, user(spec))).rejects.toMatchObject({ code: 'PASSWORD_INVALID' });
    }
    expect(await versions()).toEqual(before);
  });
});

describe('KC-INIT-2: passwords', () => {
  it('are in no answer about users, and only as a scrypt hash in their Secret', async () => {
    await actions(user({ password: PASSWORD }));
    const hash = await storedHash();
    expect(hash).toMatch(/^\$scrypt\$/);
    expect(await verifyPassword(hash, PASSWORD)).toBe(true);
    const place = client.resource(users, 'default');
    const answers = JSON.stringify([await place.get('ada'), await place.list()]);
    expect(answers).not.toContain(PASSWORD);
    expect(answers).not.toContain('$scrypt$');
    const everything = JSON.stringify(await client.resource(core.v1.secrets).list());
    expect(everything).not.toContain(PASSWORD);
    expect(everything).not.toContain(Buffer.from(PASSWORD).toString('base64'));
  });

  it('are kept from who may read users and no Secrets', async () => {
    await actions(user({ password: PASSWORD }));
    const metadata = { name: 'user-readers' };
    const rules = [{ apiGroups: ['iam.minik8s.io'], resources: ['users'], verbs: ['get', 'list'] }];
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: metadata.name };
    const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'bob' }];
    const group = 'rbac.authorization.k8s.io/v1';
    await client.resource(rbac.v1.clusterroles).create({ apiVersion: group, kind: 'ClusterRole', metadata, rules });
    await client
      .resource(rbac.v1.clusterrolebindings)
      .create({ apiVersion: group, kind: 'ClusterRoleBinding', metadata, roleRef, subjects });
    const bob = createKubeClient(cluster.as({ username: 'bob', groups: ['system:authenticated'] }));
    expect((await bob.resource(users, 'default').get('ada')).spec.passwordSecret).toEqual({
      name: 'user-ada-password',
    });
    await expect(bob.resource(core.v1.secrets, 'default').get('user-ada-password')).rejects.toMatchObject({
      reason: 'Forbidden',
    });
  });

  it('cannot be written into a user past the command: the server keeps no such field', async () => {
    const written = user({ passwordHash: '$scrypt$x', password: PASSWORD, roles: ['reader'] });
    const { handler } = client;
    const path = '/apis/iam.minik8s.io/v1/namespaces/default/users';
    const body = { kind: 'value', value: written, contentType: 'application/json' } as const;
    const answer = await handler({ method: 'POST', path, query: new URLSearchParams(), headers: {}, body });
    expect(answer.status).toBe(201);
    expect((await client.resource(users, 'default').get('ada')).spec).toEqual({
      roles: ['reader'],
      teams: [],
      disabled: false,
    });
  });

  it('of a deleted user are not those of a new one with the same name', async () => {
    await actions(user({ password: PASSWORD }));
    await client.resource(users, 'default').delete('ada');
    await actions(user({}));
    expect((await client.resource(users, 'default').get('ada')).spec.passwordSecret).toBeUndefined();
    await actions(user({ password: PASSWORD }));
    expect(await actions(user({ password: PASSWORD }))).toEqual([
      'user/ada unchanged',
      'secret/user-ada-password unchanged',
    ]);
  });

  it('are kept without a new one, and change with one', async () => {
    await actions(user({ password: PASSWORD }));
    const first = await storedHash();
    expect(await actions(user({}))).toEqual(['user/ada unchanged']);
    expect(await actions(user({ password: 'battery staple' }))).toEqual([
      'user/ada unchanged',
      'secret/user-ada-password changed',
    ]);
    expect(await verifyPassword(await storedHash(), PASSWORD)).toBe(false);
    expect(await actions(user({ passwordHash: first }))).toContain('secret/user-ada-password changed');
    expect(await storedHash()).toBe(first);
  });
});

const ORDER = ['Namespace', 'Catalog', 'BinaryMetadata', 'Team', 'User', 'JoinTeamRequest', 'APIToken'];
const GROUPS: Readonly<Record<string, string>> = {
  Namespace: 'v1',
  Catalog: 'catalog.minik8s.io/v1',
  BinaryMetadata: 'catalog.minik8s.io/v1',
};

const written = fc
  .tuple(fc.constantFrom(...ORDER), fc.nat(9))
  .map(([kind, n]) => ({ apiVersion: GROUPS[kind] ?? 'iam.minik8s.io/v1', kind, metadata: { name: `n${n}` } }));

describe('KC-INIT-1: the order of dependencies', () => {
  it('is kept however the objects were written, and so is the order within a kind', () => {
    fc.assert(
      fc.property(fc.array(written), (objects) => {
        const kept = sortInitialObjects(objects).map(({ object: { kind, metadata } }) => [kind, metadata.name]);
        const expected = ORDER.flatMap((kind) => objects.filter((each) => each.kind === kind));
        expect(kept).toEqual(expected.map(({ kind, metadata }) => [kind, metadata.name]));
      }),
    );
  });

  it('has no place for kinds that a server does not begin with, nor for namesakes of another group', () => {
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' } };
    expect(() => sortInitialObjects([...initialObjects, pod])).toThrow(/Pod \(v1\) "web" .*Namespace \(v1\), Catalog/);
    expect(() => sortInitialObjects([{ ...pod, kind: 'User' }])).toThrow(/User \(v1\) "web"/);
  });

  it('begins with a catalog for every sample resource that names one', () => {
    const catalogs = initialObjects.filter(({ kind }) => kind === 'Catalog').map(({ metadata }) => metadata.name);
    for (const { declaration } of sampleResources) expect(catalogs).toContain(declaration.catalog);
  });
});
