import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { renderKubeconfig } from './kubeconfig-text.ts';
import { readPortableKubeconfig } from './portable-kubeconfig.ts';

const PEM = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

function kubeconfig(cluster: object, user: object): string {
  return stringify({
    'current-context': 'one',
    contexts: [
      { name: 'one', context: { cluster: 'c', user: 'u' } },
      { name: 'two', context: { cluster: 'other', user: 'admin' } },
    ],
    clusters: [
      { name: 'c', cluster: { server: 'https://h:6443', ...cluster } },
      { name: 'other', cluster: { server: 'https://other:6443' } },
    ],
    users: [
      { name: 'u', user: { token: 't', ...user } },
      { name: 'admin', user: { token: 'of-the-other-cluster' } },
    ],
  });
}

describe('a kubeconfig from elsewhere', () => {
  test('gives the access of its context, and keeps nothing of the others', () => {
    const { access, text } = readPortableKubeconfig(kubeconfig({}, { as: 'deployer' }));
    expect(access).toMatchObject({ server: 'https://h:6443', token: 't', impersonate: { user: 'deployer' } });
    expect(text).not.toContain('other');
    expect(parse(text)).toMatchObject({ users: [{ name: 'u', user: { token: 't', as: 'deployer' } }] });
    expect(readPortableKubeconfig(text)).toEqual({ access, text });
    expect(readPortableKubeconfig(kubeconfig({}, {}), { context: 'two' }).access.server).toBe('https://other:6443');
  });

  test('may hold certificates, as text', () => {
    const whole = renderKubeconfig({ server: 'https://h', ca: PEM, clientCert: PEM, clientKey: PEM });
    expect(readPortableKubeconfig(whole).access).toMatchObject({ ca: PEM, clientCert: PEM, clientKey: PEM });
  });

  test.each([
    [
      'a command',
      {},
      { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'rm' } },
      /exec would run a command/,
    ],
    ['a provider', {}, { 'auth-provider': { name: 'gcp' } }, /auth-provider would run a command on this machine/],
    ['a file with a token', {}, { tokenFile: '/etc/shadow' }, /tokenFile is a file of another machine; set token/],
    [
      'a file with a certificate',
      {},
      { 'client-certificate': 'a.pem' },
      /client-certificate is a file of another machine; set client-certificate-data/,
    ],
    ['a file with a key', {}, { 'client-key': '/etc/ssl/key.pem' }, /client-key is a file .*--flatten/],
    ['a file with an authority', { 'certificate-authority': 'ca.pem' }, {}, /certificate-authority is a file/],
    ['a proxy', { 'proxy-url': 'http://inside:3128' }, {}, /has a proxy/],
  ])('may not name %s', (_, cluster, user, words) => {
    expect(() => readPortableKubeconfig(kubeconfig(cluster, user))).toThrow(words);
    expect(() => readPortableKubeconfig(kubeconfig(cluster, user))).toThrow(
      expect.objectContaining({ code: 'KUBECONFIG_UNSUPPORTED' }),
    );
  });

  test('may not hold credentials where addresses are shown', () => {
    const text = kubeconfig({ server: 'https://root:hunter2@h:6443' }, {});
    expect(() => readPortableKubeconfig(text)).toThrow(/clusters\[0\]\.cluster\.server has a user/);
    expect(() => readPortableKubeconfig(text)).not.toThrow(/hunter2/);
  });

  test('may contain anything in clusters that the context does not use', () => {
    const text = kubeconfig({}, { exec: { command: 'rm' } });
    expect(readPortableKubeconfig(text, { context: 'two' }).text).not.toContain('rm');
  });
});
