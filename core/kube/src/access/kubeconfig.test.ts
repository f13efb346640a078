import { TerminalError } from '@kubemin/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadKubeconfig } from './kubeconfig.ts';
import { KubeconfigError } from './kubeconfig-error.ts';
import { renderKubeconfig } from './kubeconfig-text.ts';

const PEM = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
const PEM_BASE64 = Buffer.from(PEM).toString('base64');

interface Parts {
  readonly cluster?: string;
  readonly user?: string;
  readonly context?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly choose?: string;
}

function load({ cluster = 'server: https://h:6443', user = 'token: t', context, files = {}, choose }: Parts) {
  const text = `
apiVersion: v1
kind: Config
current-context: one
contexts:
- {name: one, context: ${context ?? '{cluster: c, user: u, namespace: ns}'}}
- {name: two, context: {cluster: elsewhere, user: nobody}}
clusters:
- name: c
  cluster: {${cluster}}
users:
- name: u
  user: {${user}}
`;
  return loadKubeconfig(text, { context: choose, baseDir: '/home/me/.kube', readFile: reader(files) });
}

function reader(files: Readonly<Record<string, string>>) {
  return (path: string): string => {
    const found = files[path];
    if (found === undefined) throw new Error(`ENOENT: ${path}`);
    return found;
  };
}

describe('loading a kubeconfig', () => {
  test('the current context leads to server, token and namespace', () => {
    expect(load({})).toMatchObject({
      context: 'one',
      server: 'https://h:6443',
      token: 't',
      namespace: 'ns',
      insecureSkipTlsVerify: false,
    });
  });

  test('certificates come from data or, relative to the file, from other files; data wins', () => {
    const files = {
      '/home/me/.kube/certs/ca.pem': 'from file',
      '/etc/key.pem': 'key',
      '/home/me/.kube/cert.pem': 'cert',
    };
    const cluster = 'server: "https://h", certificate-authority: certs/ca.pem';
    const user = 'client-certificate: cert.pem, client-key: /etc/key.pem';
    expect(load({ cluster, user, files })).toMatchObject({ ca: 'from file', clientCert: 'cert', clientKey: 'key' });
    expect(load({ cluster: `${cluster}, certificate-authority-data: ${PEM_BASE64}`, files }).ca).toBe(PEM);
  });

  test('a token file is read again for each request, and takes precedence over a token', () => {
    const files: Record<string, string> = { '/var/token': 'first\n' };
    const { token } = load({ user: 'tokenFile: /var/token, token: other', files });
    if (typeof token !== 'function') throw new Error('the token should be asked for each time');
    expect(token()).toBe('first');
    files['/var/token'] = 'second\n';
    expect(token()).toBe('second');
    delete files['/var/token'];
    expect(token).toThrow(expect.objectContaining({ code: 'KUBECONFIG_FILE_UNREADABLE' }));
  });

  test('a context without a user is anonymous', () => {
    const access = load({ context: '{cluster: c}' });
    expect(access.token).toBeUndefined();
    expect(access.clientCert).toBeUndefined();
  });

  test('a password and another identity to act as are taken over', () => {
    const user =
      'username: me, password: "p:w", as: jane, as-uid: u1, as-groups: [a, b], as-user-extra: {scopes: [x, y]}';
    expect(load({ user })).toMatchObject({
      basic: { username: 'me', password: 'p:w' },
      impersonate: { user: 'jane', uid: 'u1', groups: ['a', 'b'], extra: { scopes: ['x', 'y'] } },
    });
  });

  test('plain http, a server name and switched-off verification are taken over', () => {
    const cluster = 'server: "http://h:8080", tls-server-name: other, insecure-skip-tls-verify: true';
    expect(load({ cluster })).toMatchObject({
      server: 'http://h:8080',
      tlsServerName: 'other',
      insecureSkipTlsVerify: true,
    });
  });
});

describe('the error about an invalid kubeconfig names the place and the fix', () => {
  test.each<[string, Parts, string, RegExp]>([
    ['an unknown context', { choose: 'three' }, 'KUBECONFIG_CONTEXT_UNKNOWN', /'three'; contexts has: one, two/],
    ['an unknown cluster', { choose: 'two' }, 'KUBECONFIG_CLUSTER_UNKNOWN', /'elsewhere'; clusters has: c/],
    ['an unknown user', { context: '{cluster: c, user: x}' }, 'KUBECONFIG_USER_UNKNOWN', /'x'; users has: u/],
    [
      'a context without cluster',
      { context: '{user: u}' },
      'KUBECONFIG_INVALID',
      /contexts\[0\]\.context\.cluster is missing/,
    ],
    ['no server', { cluster: '' }, 'KUBECONFIG_INVALID', /clusters\[0\]\.cluster\.server is missing/],
    ['a server that is no address', { cluster: 'server: "h:6443"' }, 'KUBECONFIG_INVALID', /server is 'h:6443'/],
    [
      'a token that YAML reads as a number',
      { user: 'token: 123' },
      'KUBECONFIG_INVALID',
      /users\[0\]\.user\.token must be a string; put it in quotes/,
    ],
    [
      'a flag that is no flag',
      { cluster: 'server: "https://h", insecure-skip-tls-verify: "yes"' },
      'KUBECONFIG_INVALID',
      /must be true or false/,
    ],
    [
      'data that is no PEM',
      { cluster: 'server: "https://h", certificate-authority-data: AAAA' },
      'KUBECONFIG_INVALID',
      /certificate-authority-data must be PEM/,
    ],
    [
      'a file that is not there',
      { user: 'client-certificate: no.pem' },
      'KUBECONFIG_FILE_UNREADABLE',
      /client-certificate is \/home\/me\/\.kube\/no\.pem/,
    ],
    [
      'a certificate without its key',
      { user: `client-certificate-data: ${PEM_BASE64}` },
      'KUBECONFIG_INVALID',
      /client-key is missing/,
    ],
    [
      'a credential plugin where none may be run',
      { user: 'exec: {command: aws}' },
      'KUBECONFIG_UNSUPPORTED',
      /users\[0\]\.user\.exec uses a credential plugin.*use a token/,
    ],
    ['an auth provider', { user: 'auth-provider: {name: gcp}' }, 'KUBECONFIG_UNSUPPORTED', /auth-provider/],
    [
      'two ways to be let in',
      { user: 'username: me, password: x, token: t' },
      'KUBECONFIG_INVALID',
      /remove one of them/,
    ],
    ['a password without a user', { user: 'password: x' }, 'KUBECONFIG_INVALID', /username is missing/],
    ['groups of nobody', { user: 'token: t, as-groups: [a]' }, 'KUBECONFIG_INVALID', /as-groups.*set as/],
    [
      'groups that are no list',
      { user: 'token: t, as: me, as-groups: a' },
      'KUBECONFIG_INVALID',
      /as-groups must be a list/,
    ],
    [
      'an authority for certificates that are not checked',
      { cluster: `server: "https://h", insecure-skip-tls-verify: true, certificate-authority-data: ${PEM_BASE64}` },
      'KUBECONFIG_INVALID',
      /insecure-skip-tls-verify conflicts/,
    ],
    ['a proxy', { cluster: 'server: "https://h", proxy-url: "http://p"' }, 'KUBECONFIG_UNSUPPORTED', /proxy/],
  ])('%s', (_name, parts, code, message) => {
    expect(() => load(parts)).toThrow(expect.objectContaining({ code, message: expect.stringMatching(message) }));
    expect(() => load(parts)).toThrow(TerminalError);
  });

  test.each([
    ['no YAML', 'a: [', 'KUBECONFIG_SYNTAX'],
    ['no mapping', '- a', 'KUBECONFIG_INVALID'],
    ['contexts that are no list', 'current-context: a\ncontexts: {}', 'KUBECONFIG_INVALID'],
    ['no context', 'contexts: []', 'KUBECONFIG_NO_CONTEXT'],
    ['an empty file', '', 'KUBECONFIG_NO_CONTEXT'],
  ])('%s', (_name, text, code) => {
    const options = { baseDir: '/', readFile: reader({}) };
    expect(() => loadKubeconfig(text, options)).toThrow(expect.objectContaining({ code }));
  });

  test('whatever the text, it loads or it is a KubeconfigError', () => {
    const texts = fc.oneof(fc.string(), fc.json());
    fc.assert(
      fc.property(texts, (text) => {
        try {
          loadKubeconfig(text, { baseDir: '/', readFile: reader({}) });
        } catch (error) {
          expect(error).toBeInstanceOf(KubeconfigError);
        }
      }),
    );
  });
});

test('what is rendered loads as the same access', () => {
  const secret = fc.string({ minLength: 1 });
  const name = fc.string({ minLength: 1 });
  fc.assert(
    fc.property(fc.record({ token: secret, name, namespace: name }), (parts) => {
      const given = { ...parts, server: 'https://127.0.0.1:6443', ca: PEM, clientCert: PEM, clientKey: PEM };
      const { context, ...access } = loadKubeconfig(renderKubeconfig(given), { baseDir: '/', readFile: reader({}) });
      expect({ ...access, name: context }).toEqual({ ...given, insecureSkipTlsVerify: false });
    }),
  );
});
