import { systemClock, systemRandom } from '@kubemin/base';
import type { UserInfo } from '@kubemin/kubeapi';
import { describe, expect, it } from 'vitest';
import { allowAnonymous, unionAuthenticator } from '../access-control.ts';
import type { Authenticator, ClientCertificate, Credentials } from './authenticator.ts';
import {
  certificateAuthenticator,
  kubectlPolicy,
  localhostAuthenticator,
  tokenAuthenticator,
} from './authenticators.ts';
import { AuthorizationHeader } from './authorization-header.ts';
import { EphemeralTokens } from './ephemeral-tokens.ts';
import { ADMIN_USER } from './well-known-users.ts';

const ALICE: UserInfo = { username: 'alice', groups: ['dev'] };
const START = 1_700_000_000_000;
const HOUR = 3600_000;

function bearer(token: string): Credentials {
  return { authorization: AuthorizationHeader.parse(token) };
}

function at(now: { value: number }) {
  return { ...systemClock, now: () => now.value };
}

describe('bearer tokens', () => {
  const authenticate = tokenAuthenticator([{ token: 'secret', user: ALICE }]);

  it.each([
    ['the token', 'Bearer secret', 'user'],
    ['any case of the scheme and more spaces', 'bearer   secret', 'user'],
    ['another token', 'Bearer other', 'refused'],
    ['a prefix of the token', 'Bearer secre', 'refused'],
    ['no token', 'Bearer', 'refused'],
    ['another scheme', 'Basic secret', 'refused'],
    ['two tokens', 'Bearer secret secret', 'refused'],
    ['an empty header', '', 'refused'],
  ])('%s', async (_what, text, kind) => {
    expect((await authenticate({ authorization: new AuthorizationHeader(text) })).kind).toBe(kind);
  });

  it('no header is not a refusal', async () => {
    expect(await authenticate({ authorization: undefined })).toEqual({ kind: 'none' });
  });
});

describe('a union', () => {
  const bob: Authenticator = tokenAuthenticator([{ token: 'bob', user: { username: 'bob', groups: [] } }]);
  const alice: Authenticator = tokenAuthenticator([{ token: 'alice', user: ALICE }]);

  it('calls the next when one refuses, and adds every user to system:authenticated', async () => {
    expect(await unionAuthenticator([bob, alice])(bearer('alice'))).toEqual({
      kind: 'user',
      user: { username: 'alice', groups: ['dev', 'system:authenticated'] },
    });
  });

  it('never makes wrong credentials anonymous', async () => {
    const authenticate = allowAnonymous(unionAuthenticator([bob, alice]));
    expect((await authenticate(bearer('nobody'))).kind).toBe('refused');
    expect((await allowAnonymous(unionAuthenticator([]))(bearer('x'))).kind).toBe('refused');
    expect(await authenticate({ authorization: undefined })).toEqual({
      kind: 'user',
      user: { username: 'system:anonymous', groups: ['system:unauthenticated'] },
    });
  });
});

describe('client certificates', () => {
  const now = { value: START };
  const authenticate = certificateAuthenticator({ clock: at(now) });
  const good: ClientCertificate = {
    verified: true,
    commonName: 'alice',
    organizations: ['dev', 'ops'],
    notBefore: START - HOUR,
    notAfter: START + HOUR,
  };

  it('contain name and groups', async () => {
    expect(await authenticate({ authorization: undefined, certificate: good })).toMatchObject({
      kind: 'user',
      user: { username: 'alice', groups: ['dev', 'ops'] },
    });
  });

  it.each([
    ['of another authority', { verified: false }],
    ['without a name', { commonName: undefined }],
    ['that ended while the connection was open', { notAfter: START - 1 }],
    ['from the future', { notBefore: START + 1 }],
  ])('%s are refused', async (_what, change) => {
    const outcome = await authenticate({ authorization: undefined, certificate: { ...good, ...change } });
    expect(outcome.kind).toBe('refused');
  });
});

describe('KC-SRV-3: allow-localhost', () => {
  const authenticate = localhostAuthenticator();

  it.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])('%s is local', async (peerAddress) => {
    expect(await authenticate({ authorization: undefined, peerAddress })).toEqual({ kind: 'user', user: ADMIN_USER });
  });

  it.each(['10.0.0.1', '::ffff:10.0.0.1', '128.0.0.1', 'fe80::1', '::2', '', 'localhost', '127.0.0.1, 10.0.0.1'])(
    '%s is not',
    async (peerAddress) => {
      expect(await authenticate({ authorization: undefined, peerAddress })).toEqual({ kind: 'none' });
    },
  );

  it('a request with a token is authenticated by it, local or not', async () => {
    expect(await authenticate({ ...bearer('wrong'), peerAddress: '127.0.0.1' })).toEqual({ kind: 'none' });
    const door = unionAuthenticator([tokenAuthenticator([]), authenticate]);
    expect((await door({ ...bearer('wrong'), peerAddress: '127.0.0.1' })).kind).toBe('refused');
  });
});

describe('KC-SRV-5: ephemeral tokens', () => {
  it('end at their time, and when they are revoked', async () => {
    const now = { value: START };
    const tokens = new EphemeralTokens({ clock: at(now), random: systemRandom });
    const first = tokens.issue(ALICE, HOUR);
    const second = tokens.issue(ALICE, HOUR);
    expect(await tokens.authenticate(bearer(first.token))).toMatchObject({
      kind: 'user',
      user: { username: 'alice', groups: ['dev'] },
      expiresAt: START + HOUR,
    });
    expect((await tokens.authenticate(bearer(first.id))).kind).toBe('refused');
    expect((await tokens.authenticate(bearer(`${first.token}x`))).kind).toBe('refused');
    expect(tokens.revoke(first.id)).toBe(true);
    expect(tokens.revoke(first.id)).toBe(false);
    expect((await tokens.authenticate(bearer(first.token))).kind).toBe('refused');
    now.value += HOUR - 1;
    expect((await tokens.authenticate(bearer(second.token))).kind).toBe('user');
    now.value += 1;
    expect((await tokens.authenticate(bearer(second.token))).kind).toBe('refused');
    expect(tokens.find(second.id)).toBeUndefined();
  });

  it('are not kept in a form that could be used', () => {
    const tokens = new EphemeralTokens({ clock: systemClock, random: systemRandom });
    const { token, id } = tokens.issue(ALICE, HOUR);
    expect(JSON.stringify(tokens.find(id))).not.toContain(token);
  });
});

describe('the rule for kubectl', () => {
  const now = { value: START };
  const clock = at(now);
  const tokens = new EphemeralTokens({ clock, random: systemRandom });
  const all = unionAuthenticator([tokenAuthenticator([{ token: 'static', user: ALICE }]), tokens.authenticate]);
  const kubectl = { userAgent: 'kubectl/v1.32.4 (linux/amd64)' };

  it('KC-SRV-5: ephemeral: refuses static tokens and tokens that live too long, from kubectl only', async () => {
    const door = kubectlPolicy(all, { rule: { kind: 'ephemeral', maxRemainingMs: HOUR }, clock });
    expect((await door({ ...bearer('static'), ...kubectl })).kind).toBe('refused');
    expect((await door({ ...bearer('static'), userAgent: 'my-controller' })).kind).toBe('user');
    expect((await door({ ...bearer(tokens.issue(ALICE, HOUR).token), ...kubectl })).kind).toBe('user');
    expect((await door({ ...bearer(tokens.issue(ALICE, HOUR + 1).token), ...kubectl })).kind).toBe('refused');
    expect((await door({ authorization: undefined, ...kubectl })).kind).toBe('refused');
  });

  it('KC-SRV-6: disabled: refuses kubectl whatever it shows', async () => {
    const door = kubectlPolicy(all, { rule: { kind: 'disabled' }, clock });
    expect((await door({ ...bearer(tokens.issue(ALICE, HOUR).token), ...kubectl })).kind).toBe('refused');
    expect((await door(bearer('static'))).kind).toBe('user');
  });
});
