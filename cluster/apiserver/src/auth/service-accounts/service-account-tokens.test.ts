import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@kubemin/base';
import { calculateJwkThumbprint, createLocalJWKSet, decodeJwt, jwtVerify, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pod, TestApi } from '../../test-support/test-api.ts';
import { AuthorizationHeader } from '../authentication/authorization-header.ts';
import { loadServiceAccountSigner, type ServiceAccountSigner } from './service-account-signer.ts';

const ISSUER = 'https://cluster.test';
const ACCOUNTS = '/api/v1/namespaces/default/serviceaccounts';
const start = Date.now();
const now = { value: start };
const clock = { ...systemClock, now: () => now.value };

let directory: string;
let signer: ServiceAccountSigner;
let api: TestApi;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kubemin-signer-'));
  signer = await loadServiceAccountSigner({ directory });
  api = await TestApi.start({ clock, serviceAccounts: { signer, issuer: ISSUER, audiences: ['api', ISSUER] } });
});
afterAll(async () => {
  await api.close();
  await rm(directory, { recursive: true });
});

async function account(name: string): Promise<string> {
  await api.create(ACCOUNTS, { metadata: { name } });
  return name;
}

async function requestToken(name: string, spec: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { status } = await api.create(`${ACCOUNTS}/${name}/token`, { spec });
  return Object(status).token;
}

async function seenAs(token: string): Promise<string> {
  const outcome = await api.server.authenticate({ authorization: AuthorizationHeader.parse(token) });
  return outcome.kind === 'user' ? outcome.user.username : `${outcome.kind}`;
}

describe('the token of a service account', () => {
  it('is a JWT with the claims of Kubernetes that others can verify', async () => {
    await account('plain');
    const request = await api.create(`${ACCOUNTS}/plain/token`, { spec: { expirationSeconds: 1200 } });
    const { token, expirationTimestamp } = Object(request.status);
    const seconds = Math.floor(now.value / 1000);
    expect(Date.parse(expirationTimestamp) / 1000).toBe(seconds + 1200);
    const keys = await api.send('GET', '/openid/v1/jwks');
    const found = keys.kind === 'object' ? Object(keys.object) : undefined;
    expect(JSON.stringify(found)).not.toContain('"d"');
    expect(signer.keys[0]?.kid).toBe(await calculateJwkThumbprint(Object(signer.keys[0])));
    const { payload } = await jwtVerify(token, createLocalJWKSet(found), { issuer: ISSUER, audience: 'api' });
    expect(payload).toMatchObject({
      sub: 'system:serviceaccount:default:plain',
      aud: ['api', ISSUER],
      iat: seconds,
      nbf: seconds,
      exp: seconds + 1200,
      jti: expect.any(String),
      'kubernetes.io': { namespace: 'default', serviceaccount: { name: 'plain', uid: expect.any(String) } },
    });
    const configuration = await api.send('GET', '/.well-known/openid-configuration');
    expect(configuration).toMatchObject({ object: { issuer: ISSUER, jwks_uri: `${ISSUER}/openid/v1/jwks` } });
  });

  it('makes its holder the account, in the groups of accounts', async () => {
    const token = await requestToken(await account('holder'));
    expect(await api.server.authenticate({ authorization: AuthorizationHeader.parse(token) })).toMatchObject({
      user: {
        username: 'system:serviceaccount:default:holder',
        groups: ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated'],
        extra: { 'authentication.kubernetes.io/credential-id': [expect.stringMatching(/^JTI=/)] },
      },
    });
  });

  it('ends at its time', async () => {
    const token = await requestToken(await account('brief'), { expirationSeconds: 600 });
    expect(await seenAs(token)).toBe('system:serviceaccount:default:brief');
    now.value += 600_000;
    expect(await seenAs(token)).toBe('refused');
    now.value = start;
  });

  it('is worth nothing when a byte of it is changed', async () => {
    const token = await requestToken(await account('tampered'));
    const [header = '', payload = '', signature = ''] = token.split('.');
    const claims = { ...decodeJwt(token), sub: 'system:serviceaccount:kube-system:default' };
    const forged = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    expect(await seenAs(`${header}.${forged}.${signature}`)).toBe('refused');
    expect(await seenAs(`${none}.${payload}.`)).toBe('refused');
    expect(await seenAs(`${header}.${payload}.${signature.slice(0, -4)}AAAA`)).toBe('refused');
    const shared = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(JSON.stringify(signer.keys[0])));
    expect(await seenAs(shared)).toBe('refused');
  });

  it('of another issuer or with another key is refused', async () => {
    const token = await requestToken(await account('ours'));
    const claims = decodeJwt(token);
    const { exp: _, ...endless } = claims;
    expect(await seenAs(await signer.sign({ ...claims, iss: 'https://other.test' }))).toBe('refused');
    const other = await loadServiceAccountSigner({ directory: join(directory, 'other') });
    expect(await seenAs(await other.sign(claims))).toBe('refused');
    expect(await seenAs(await signer.sign(endless))).toBe('refused');
  });

  it('for others is refused here, and reviewed for them', async () => {
    const token = await requestToken(await account('abroad'), { audiences: ['vault'] });
    expect(await seenAs(token)).toBe('refused');
    const review = (audiences: readonly string[]) =>
      api.create('/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token, audiences } });
    expect((await review(['vault', 'x'])).status).toMatchObject({ authenticated: true, audiences: ['vault'] });
    expect((await review([])).status).not.toHaveProperty('authenticated');
  });

  it('dies with its account, also when another of the same name comes', async () => {
    const token = await requestToken(await account('mortal'));
    await api.ok('DELETE', `${ACCOUNTS}/mortal`);
    expect(await seenAs(token)).toBe('refused');
    await account('mortal');
    expect(await seenAs(token)).toBe('refused');
  });

  it('bound to a pod dies with the pod, and knows it', async () => {
    await account('bound');
    const pods = '/api/v1/namespaces/default/pods';
    const { uid } = (await api.create(pods, pod('p', { serviceAccountName: 'bound' }))).metadata;
    const boundObjectRef = { kind: 'Pod', apiVersion: 'v1', name: 'p', uid };
    const token = await requestToken('bound', { boundObjectRef, expirationSeconds: 3607 });
    expect(decodeJwt(token)).toMatchObject({
      exp: Math.floor(start / 1000) + 365 * 24 * 3600,
      'kubernetes.io': { pod: { name: 'p', uid }, warnafter: Math.floor(start / 1000) + 3607 },
    });
    expect(await api.server.authenticate({ authorization: AuthorizationHeader.parse(token) })).toMatchObject({
      user: { extra: { 'authentication.kubernetes.io/pod-name': ['p'] } },
    });
    await api.ok('DELETE', `${pods}/p?gracePeriodSeconds=0`);
    expect(await seenAs(token)).toBe('refused');
  });

  it.each([
    ['too short a life', { expirationSeconds: 599 }, 422, 'may not specify a duration less than 10 minutes'],
    ['too long a life', { expirationSeconds: 2 ** 33 }, 422, 'may not specify a duration larger than 2^32 seconds'],
    ['a pod that is not there', { boundObjectRef: { kind: 'Pod', name: 'none' } }, 404, 'pods "none" not found'],
    [
      'a kind that cannot be bound',
      { boundObjectRef: { kind: 'Service', name: 'x' } },
      400,
      'cannot bind token to object of type Service',
    ],
  ])('%s is refused', async (what, spec, code, message) => {
    const name = await account(what.replaceAll(' ', '-'));
    expect(await api.refused('POST', `${ACCOUNTS}/${name}/token`, { body: { spec } })).toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
  });

  it('cannot be bound to a pod of another account or of another life', async () => {
    await account('stranger');
    const { uid } = (await api.create('/api/v1/namespaces/default/pods', pod('q'))).metadata;
    const ask = (ref: unknown, name: string) =>
      api.refused('POST', `${ACCOUNTS}/${name}/token`, { body: { spec: { boundObjectRef: ref } } });
    expect((await ask({ kind: 'Pod', name: 'q', uid }, 'stranger')).message).toContain('different serviceaccount name');
    expect((await ask({ kind: 'Pod', name: 'q', uid: 'old' }, 'default')).code).toBe(409);
  });
});

describe('the signing key', () => {
  it('is made once, readable by the owner only', async () => {
    const path = join(directory, 'service-account.key');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const text = await readFile(path, 'utf8');
    expect((await loadServiceAccountSigner({ directory })).keys).toEqual(signer.keys);
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it('is never replaced when it cannot be read', async () => {
    const broken = join(directory, 'broken');
    await loadServiceAccountSigner({ directory: broken });
    await writeFile(join(broken, 'service-account.key'), 'garbage');
    await expect(loadServiceAccountSigner({ directory: broken })).rejects.toMatchObject({
      code: 'SERVICE_ACCOUNT_KEY_INVALID',
    });
    expect(await readFile(join(broken, 'service-account.key'), 'utf8')).toBe('garbage');
  });
});
