import type { UserInfo } from '@kubemin/kubeapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestApi } from '../../test-support/test-api.ts';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const WHOAMI = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
const HELPER: UserInfo = { username: 'helper', groups: ['system:authenticated'] };

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
  await api.create(`${RBAC}/clusterroles`, {
    metadata: { name: 'stand-in' },
    rules: [
      { verbs: ['impersonate'], apiGroups: [''], resources: ['users'], resourceNames: ['bob'] },
      { verbs: ['impersonate'], apiGroups: [''], resources: ['groups'], resourceNames: ['dev', 'ops'] },
      { verbs: ['impersonate'], apiGroups: ['authentication.k8s.io'], resources: ['userextras/scopes'] },
    ],
  });
  await api.create(`${RBAC}/clusterrolebindings`, {
    metadata: { name: 'stand-in' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'stand-in' },
    subjects: [{ kind: 'User', name: 'helper' }],
  });
});
afterAll(() => api.close());

async function whoami(headers: Headers, user?: UserInfo): Promise<unknown> {
  const { status } = await api.ok('POST', WHOAMI, { body: {}, ...sent(headers), ...(user !== undefined && { user }) });
  return status;
}

type Headers = Readonly<Record<string, string | readonly string[]>>;

/** As the HTTP edge hands them over. */
function sent(headers: Headers) {
  const lines = Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? [value] : value]);
  const headerLines: Readonly<Record<string, readonly string[]>> = Object.fromEntries(lines);
  const joined = Object.entries(headerLines).map(([name, values]) => [name, values.join(', ')]);
  return { headerLines, headers: Object.fromEntries(joined) };
}

describe('impersonation', () => {
  it('keeps the order of groups and appends system:authenticated', async () => {
    const headers = {
      'impersonate-user': 'bob',
      'impersonate-group': ['ops', 'dev'],
      'impersonate-uid': 'u-1',
      'impersonate-extra-acme.com%2fproject': ['a', 'b'],
    };
    expect(await whoami(headers)).toEqual({
      userInfo: {
        username: 'bob',
        uid: 'u-1',
        groups: ['ops', 'dev', 'system:authenticated'],
        extra: { 'acme.com/project': ['a', 'b'] },
      },
    });
  });

  it('a comma in a name does not make two groups of it', async () => {
    const group = 'x, system:masters';
    const headers = { 'impersonate-user': 'bob', 'impersonate-group': group };
    const once = await api.ok('POST', WHOAMI, { body: {}, headers });
    for (const status of [await whoami(headers), once.status]) {
      expect(status).toMatchObject({ userInfo: { groups: [group, 'system:authenticated'] } });
    }
    const refused = await api.refused('GET', '/api/v1/secrets', sent(headers));
    expect(refused.message).toContain('User "bob" cannot list resource "secrets"');
  });

  it('a service account brings its groups, an anonymous user stays anonymous', async () => {
    expect(await whoami({ 'impersonate-user': 'system:serviceaccount:ns:robot' })).toMatchObject({
      userInfo: { groups: ['system:serviceaccounts', 'system:serviceaccounts:ns', 'system:authenticated'] },
    });
    const refused = await api.refused('POST', WHOAMI, {
      body: {},
      headers: { 'impersonate-user': 'system:anonymous' },
    });
    expect(refused.message).toContain('User "system:anonymous" cannot create resource "selfsubjectreviews"');
  });

  it('takes the rights away, too', async () => {
    const refused = await api.refused('GET', '/api/v1/secrets', { headers: { 'impersonate-user': 'bob' } });
    expect(refused.message).toContain('User "bob" cannot list resource "secrets"');
  });

  it.each([
    [
      'another user',
      { 'impersonate-user': 'eve' },
      'users "eve" is forbidden: User "helper" cannot impersonate resource "users"',
    ],
    [
      'a group',
      { 'impersonate-user': 'bob', 'impersonate-group': ['dev', 'system:masters'] },
      'groups "system:masters" is forbidden',
    ],
    ['a uid', { 'impersonate-user': 'bob', 'impersonate-uid': '0' }, 'uids.authentication.k8s.io "0" is forbidden'],
    [
      'an extra',
      { 'impersonate-user': 'bob', 'impersonate-extra-other': 'x' },
      'cannot impersonate resource "userextras/other"',
    ],
    [
      'a service account',
      { 'impersonate-user': 'system:serviceaccount:ns:robot' },
      'serviceaccounts "robot" is forbidden: User "helper" cannot impersonate resource "serviceaccounts" in API group "" in the namespace "ns"',
    ],
  ])('without the right to %s it is forbidden', async (_what, headers, message) => {
    expect((await api.refused('POST', WHOAMI, { user: HELPER, body: {}, ...sent(headers) })).message).toContain(
      message,
    );
  });

  it('with the right it works', async () => {
    const headers = { 'impersonate-user': 'bob', 'impersonate-group': 'dev', 'impersonate-extra-scopes': 'view' };
    expect(await whoami(headers, HELPER)).toMatchObject({ userInfo: { username: 'bob' } });
  });

  it.each(['impersonate-group', 'impersonate-uid', 'impersonate-extra-x'])('%s alone is a mistake', async (header) => {
    const refused = await api.refused('POST', WHOAMI, { body: {}, headers: { [header]: 'x' } });
    expect(refused).toMatchObject({ code: 500, message: expect.stringContaining('without impersonating a user') });
  });
});
