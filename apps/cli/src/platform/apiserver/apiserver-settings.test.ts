import { expect, test } from 'vitest';
import type { ApiserverFlags } from './apiserver-options.ts';
import { readApiserverSettings } from './apiserver-settings.ts';

const read = (flags: ApiserverFlags) => readApiserverSettings(flags, ['memory', 'file']);

test('KC-SRV-4: without flags: files, loopback, and no access without a token', () => {
  expect(read({})).toEqual({
    kind: 'settings',
    settings: {
      backend: 'file',
      fileRootpath: undefined,
      acceptDataLoss: false,
      tokenAuthFile: undefined,
      allowLocalhost: false,
      kubectl: 'allowed',
      ephemeralMs: 3_600_000,
      unrestrictedUpdate: false,
      requestTimeoutMs: 60_000,
      allowLocalKubelets: false,
      bindAddress: '127.0.0.1',
      securePort: 6443,
      insecurePort: 6080,
      logLevel: 'info',
      connections: { unauthenticatedIdleMs: 30_000 },
    },
  });
});

test('flags as people type them: --flag, --flag=false, -v=10, 60m', () => {
  const flags: ApiserverFlags = {
    backend: 'file',
    fileRootpath: '/tmp/teleport',
    unrestrictedUpdate: 'true',
    v: '=10',
    kubectlDisabled: 'false',
    kubectlEphemeralToken: 'false',
    authnAllowLocalhost: 'true',
    allowLocalKubelets: 'true',
    requestTimeout: '60m',
    insecurePort: '0',
  };
  expect(read(flags)).toMatchObject({
    kind: 'settings',
    settings: {
      unrestrictedUpdate: true,
      allowLocalhost: true,
      allowLocalKubelets: true,
      kubectl: 'allowed',
      requestTimeoutMs: 3_600_000,
      insecurePort: undefined,
      logLevel: 'debug',
    },
  });
});

test('all problems are reported at once', () => {
  const flags: ApiserverFlags = {
    backend: 'etcd',
    fileRootpath: '/x',
    kubectlDisabled: 'true',
    kubectlEphemeralToken: 'yes',
    requestTimeout: '60',
    securePort: '70000',
    insecurePort: 'http',
    v: 'loud',
  };
  const result = read(flags);
  expect(result.kind === 'problems' ? result.problems.map((problem) => problem.message.split(/[ :]/)[0]) : []).toEqual([
    '--backend',
    '--file-rootpath',
    '--kubectl-ephemeral-token',
    '--kubectl-disabled',
    '--insecure-port',
    '-v',
    '--request-timeout',
    '--secure-port',
  ]);
});

test('flags that go with others are refused without them', () => {
  expect(read({ etcdServers: 'http://127.0.0.1:2379' })).toMatchObject({ kind: 'problems' });
  expect(read({ kubectlEphemeralDuration: '1h' })).toMatchObject({ kind: 'problems' });
  expect(read({ kubectlEphemeralToken: 'true', kubectlEphemeralDuration: '1h' })).toMatchObject({ kind: 'settings' });
});

test('the extension API is passed on to a plain address only, below a segment of its own', () => {
  const read = (apiextUrl: string, apiextPrefix?: string) =>
    readApiserverSettings({ apiextUrl, ...(apiextPrefix !== undefined && { apiextPrefix }) }, ['file']);
  expect(read('http://127.0.0.1:6084')).toMatchObject({
    settings: { apiext: { url: 'http://127.0.0.1:6084', prefix: 'apiext' } },
  });
  for (const url of ['127.0.0.1:6084', 'ftp://a', 'http://a/b', 'http://me:secret@a', 'http://a?b', '']) {
    expect(read(url)).toMatchObject({ problems: [{ message: expect.stringContaining('--apiext-url') }] });
  }
  for (const prefix of ['apis', 'a/b', '']) {
    expect(read('http://a', prefix)).toMatchObject({
      problems: [{ message: expect.stringContaining('--apiext-prefix') }],
    });
  }
});
