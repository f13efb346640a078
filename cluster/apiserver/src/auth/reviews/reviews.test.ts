import type { UserInfo } from '@kubemin/kubeapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestApi } from '../../test-support/test-api.ts';
import { tokenAuthenticator } from '../authentication/authenticators.ts';
import { AuthorizationHeader } from '../authentication/authorization-header.ts';

const AUTHN = '/apis/authentication.k8s.io/v1';
const AUTHZ = '/apis/authorization.k8s.io/v1';
const TOKENS = '/apis/authentication.kubemin.io/v1/ephemeraltokens';
const ALICE: UserInfo = { username: 'alice', uid: '7', groups: ['dev', 'system:authenticated'] };

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ authenticators: [tokenAuthenticator([{ token: 'secret', user: ALICE }])] });
  await api.create('/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings', {
    metadata: { name: 'dev' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
    subjects: [{ kind: 'Group', name: 'dev' }],
  });
});
afterAll(() => api.close());

const listPods = { verb: 'list', resource: 'pods', namespace: 'default' };

describe('reviews', () => {
  it('TokenReview returns the user of a token, and nothing about a wrong one', async () => {
    expect((await api.create(`${AUTHN}/tokenreviews`, { spec: { token: 'secret' } })).status).toMatchObject({
      authenticated: true,
      user: { username: 'alice', uid: '7', groups: ['dev', 'system:authenticated'] },
    });
    const wrong = await api.create(`${AUTHN}/tokenreviews`, { spec: { token: 'wrong' } });
    expect(wrong.status).toMatchObject({ user: {}, error: expect.any(String) });
    expect(wrong.status).not.toHaveProperty('authenticated');
    const elsewhere = { spec: { token: 'secret', audiences: ['vault'] } };
    expect((await api.create(`${AUTHN}/tokenreviews`, elsewhere)).status).not.toHaveProperty('authenticated');
  });

  it('SelfSubjectReview returns the caller', async () => {
    const { status } = await api.ok('POST', `${AUTHN}/selfsubjectreviews`, { user: ALICE, body: {} });
    expect(status).toEqual({ userInfo: ALICE });
  });

  it('SelfSubjectAccessReview reviews the access of the caller', async () => {
    const ask = async (resourceAttributes: unknown) =>
      (
        await api.ok('POST', `${AUTHZ}/selfsubjectaccessreviews`, {
          user: ALICE,
          body: { spec: { resourceAttributes } },
        })
      ).status;
    expect(await ask(listPods)).toEqual({
      allowed: true,
      reason: 'RBAC: allowed by RoleBinding "dev/default" of ClusterRole "view"',
    });
    expect(await ask({ ...listPods, namespace: 'kube-system' })).toEqual({ allowed: false });
    expect(await ask({ ...listPods, verb: 'delete' })).toEqual({ allowed: false });
  });

  it('SubjectAccessReview reviews any user, also for paths, for authorized callers', async () => {
    const ask = async (spec: unknown) => (await api.create(`${AUTHZ}/subjectaccessreviews`, { spec })).status;
    expect(await ask({ groups: ['dev'], resourceAttributes: listPods })).toMatchObject({ allowed: true });
    expect(await ask({ user: 'bob', resourceAttributes: listPods })).toEqual({ allowed: false });
    const path = { verb: 'get', path: '/healthz' };
    expect(await ask({ user: 'b', groups: ['system:unauthenticated'], nonResourceAttributes: path })).toMatchObject({
      allowed: true,
    });
    const refused = await api.refused('POST', `${AUTHZ}/subjectaccessreviews`, { user: ALICE, body: {} });
    expect(refused.reason).toBe('Forbidden');
  });

  it('LocalSubjectAccessReview reviews its own namespace only', async () => {
    const url = `${AUTHZ}/namespaces/default/localsubjectaccessreviews`;
    const spec = { user: 'x', groups: ['dev'], resourceAttributes: listPods };
    expect((await api.create(url, { spec })).status).toMatchObject({ allowed: true });
    const elsewhere = { spec: { ...spec, resourceAttributes: { ...listPods, namespace: 'kube-system' } } };
    expect((await api.refused('POST', url, { body: elsewhere })).code).toBe(400);
  });

  it('SelfSubjectRulesReview lists what one may do', async () => {
    const body = { spec: { namespace: 'default' } };
    const { status } = await api.ok('POST', `${AUTHZ}/selfsubjectrulesreviews`, { user: ALICE, body });
    expect(status).toMatchObject({ incomplete: false });
    expect(JSON.stringify(status)).toContain('"pods"');
    expect(JSON.stringify(status)).not.toContain('"secrets"');
    const masters = await api.ok('POST', `${AUTHZ}/selfsubjectrulesreviews`, { body });
    expect(masters.status).toMatchObject({
      resourceRules: expect.arrayContaining([{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }]),
    });
  });

  it.each([
    ['neither resource nor path', { user: 'x' }],
    ['both', { user: 'x', resourceAttributes: listPods, nonResourceAttributes: { path: '/', verb: 'get' } }],
    ['no user', { resourceAttributes: listPods }],
  ])('a question with %s is invalid', async (_what, spec) => {
    expect((await api.refused('POST', `${AUTHZ}/subjectaccessreviews`, { body: { spec } })).code).toBe(422);
  });

  it('can only be created, and are in discovery', async () => {
    expect((await api.refused('GET', `${AUTHN}/tokenreviews`)).code).toBe(405);
    const response = await api.send('GET', AUTHZ);
    expect(JSON.stringify(response)).toContain('"selfsubjectrulesreviews"');
  });

  it('work also where everything is allowed', async () => {
    const open = await TestApi.start({ authorization: ['AlwaysAllow'] });
    const options = { user: ALICE, body: { spec: { resourceAttributes: { ...listPods, verb: 'delete' } } } };
    expect((await open.ok('POST', `${AUTHZ}/selfsubjectaccessreviews`, options)).status).toEqual({ allowed: true });
    expect((await open.send('GET', '/api/v1/secrets', { user: ALICE })).status).toBe(200);
    await open.close();
  });
});

describe('KC-SRV-5: ephemeral tokens over the API', () => {
  const door = (token: string) => api.server.authenticate({ authorization: AuthorizationHeader.parse(token) });

  it('authenticate their creator, until revoked', async () => {
    const made = await api.create(TOKENS, { spec: { expirationSeconds: 600 } });
    const { token } = Object(made.status);
    const outcome = await door(token);
    expect(outcome).toMatchObject({ kind: 'user', user: { username: 'kubemin-admin' } });
    if (outcome.kind !== 'user') throw new Error('refused');
    const again = await api.refused('POST', TOKENS, { user: outcome.user, body: {} });
    expect(again.message).toContain('an ephemeral token cannot be used to make another');
    await api.ok('DELETE', `${TOKENS}/${made.metadata.name}`);
    expect((await door(token)).kind).toBe('refused');
  });

  it('are issued only to authorized callers, and expire', async () => {
    expect((await api.refused('POST', TOKENS, { user: ALICE, body: {} })).reason).toBe('Forbidden');
    const body = { spec: { expirationSeconds: 365 * 24 * 3600 } };
    expect((await api.refused('POST', TOKENS, { body })).reason).toBe('Invalid');
  });
});
