import { expect, test } from 'vitest';
import { loadKubeconfigFiles } from './kubeconfig.ts';

const FILES: Readonly<Record<string, string>> = {
  '/a/config': `
contexts:
- {name: work, context: {cluster: office, user: me}}
users:
- {name: me, user: {tokenFile: token}}
`,
  '/b/config': `
current-context: work
contexts:
- {name: work, context: {cluster: wrong, user: wrong, namespace: wrong}}
- {name: home, context: {cluster: flat, user: me}}
clusters:
- {name: office, cluster: {server: "https://office", certificate-authority: ca.pem}}
- {name: flat, cluster: {server: "https://flat"}}
users:
- {name: me, user: {client-certificate: c.pem, client-key: k.pem}}
`,
  '/c/config': 'current-context: home\nclusters: {}',
  '/d/config': 'clusters: [',
  '/a/token': 'from-a\n',
  '/b/ca.pem': 'authority of b',
};

function readFile(path: string): string {
  const text = FILES[path];
  if (text === undefined) throw Object.assign(new Error(`no such file: ${path}`), { code: 'ENOENT' });
  return text;
}

function load(paths: readonly string[], context?: string) {
  return loadKubeconfigFiles(paths, { readFile, context });
}

test('of several files the first that names an entry has it whole, and names in it are relative to it', () => {
  const access = load(['/a/config', '/missing', '/b/config']);
  expect(access).toMatchObject({ context: 'work', server: 'https://office', ca: 'authority of b' });
  expect(access.namespace).toBeUndefined();
  expect(access.clientCert).toBeUndefined();
  if (typeof access.token !== 'function') throw new Error('the token should come from the file beside /a/config');
  expect(access.token()).toBe('from-a');
});

test('a context may name a cluster and a user of other files', () => {
  expect(load(['/a/config', '/b/config'], 'home')).toMatchObject({ server: 'https://flat' });
});

test('a complaint names the file it is about', () => {
  expect(() => load(['/a/config', '/c/config'], 'work')).toThrow(/\/c\/config: clusters must be a list/);
  expect(() => load(['/a/config', '/d/config'])).toThrow(/\/d\/config is not YAML/);
  expect(() => load(['/b/config', '/a/config'], 'home')).toThrow(
    /\/b\/config: users\[0\]\.user\.client-certificate is \/b\/c\.pem/,
  );
});

test('no file at all is a fault that names those that were looked for', () => {
  const missing = expect.objectContaining({ code: 'KUBECONFIG_MISSING' });
  expect(() => load(['/x', '/y'])).toThrow(missing);
  expect(() => load(['/x', '/y'])).toThrow(/\/x, \/y not found/);
  expect(() => load([])).toThrow(missing);
});

test('a file that is there and cannot be read is a fault, even beside a good one', () => {
  const denied = (path: string): string => {
    if (path === '/secret') throw Object.assign(new Error('permission denied'), { code: 'EACCES' });
    return readFile(path);
  };
  expect(() => loadKubeconfigFiles(['/a/config', '/secret'], { readFile: denied })).toThrow(
    expect.objectContaining({ code: 'KUBECONFIG_FILE_UNREADABLE', message: expect.stringContaining('/secret') }),
  );
});
