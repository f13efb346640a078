import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type KubeconfigProblem, renderKubeconfig } from '@kubemin/kube';
import { startTestCluster, type TemporaryDirectory, type TestCluster, temporaryDirectory } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runHere } from '../../test-support/run-here.ts';

let directory: TemporaryDirectory;
let cluster: TestCluster;
beforeAll(async () => {
  directory = await temporaryDirectory();
  cluster = await startTestCluster({ transport: 'http', controllers: false });
});
afterAll(async () => {
  await cluster.close();
  await directory.remove();
});

const FREE = ['--metrics-bind-address', '127.0.0.1:0', '--health-probe-bind-address', '127.0.0.1:0'];

async function file(name: string, text: string): Promise<string> {
  const path = join(directory.path, name);
  await writeFile(path, text);
  return path;
}

async function kubeconfig(given: { readonly ca?: string; readonly token?: string } = {}): Promise<string> {
  const { server, ca, token } = { server: '', ca: '', token: '', ...cluster.address, ...given };
  return renderKubeconfig({ name: 'test', server, ca, token });
}

/** Output and exit code of a hub that does not start. */
async function hub(...args: readonly string[]) {
  const { exitCode, stderr } = await runHere(['hub', ...FREE, ...args], { cwd: directory.path });
  return { exitCode, stderr };
}

describe('a configuration that is wrong', () => {
  test.each([
    [
      'an unknown key',
      'reconcilermgr:\n  concurence: 3\n',
      ['hub.yaml:2:3', 'did you mean reconcilermgr.concurrence?'],
    ],
    ['a value of the wrong type', 'sync-period: soon\n', ['hub.yaml:1:1', '"soon" is not a duration']],
    ['no YAML', 'a: [1\n', ['hub.yaml', 'this is not YAML']],
    [
      'lease times that do not fit',
      'leader-election-lease-duration: 1s\n',
      ['leader election times conflict', 'retry-period'],
    ],
  ])('%s', async (_, text, expected) => {
    await file('hub.yaml', text);
    const { exitCode, stderr } = await hub('-c', 'hub.yaml');
    expect(exitCode).toBe(2);
    for (const part of [...expected, 'the hub was not started']) expect(stderr).toContain(part);
  });

  test('a file that is not there', async () => {
    const { exitCode, stderr } = await hub('-c', 'gone.yaml');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('gone.yaml cannot be read');
  });

  test('everything that is wrong with the flags, at once', async () => {
    const { exitCode, stderr } = await hub('--concurrence', 'many', '--sync-period=x', '--portable=perhaps');
    expect(exitCode).toBe(2);
    for (const flag of ['--concurrence', '--sync-period', '--portable']) expect(stderr).toContain(`${flag}: "`);
  });

  test.each([
    [
      'a filter that is no regular expression',
      'resource-filter: {ats: "re:("}',
      ['hub.yaml:1:1', 'for ats: ', '"re:("'],
    ],
    ['a filter for an unknown resource', 'resource-filter: {att: "*"}', ['did you mean "ats"?']],
    ['a controller that is not there', 'enabled-controllers: [redismigration, att]', ['did you mean']],
    [
      'a certificate that is not there',
      'reconcilermgr: {apiserver-enabled: true}\napiext: {tls: {cert-file: a, private-key-file: b}}',
      ['cannot read a'],
    ],
  ])('%s', async (_, text, expected) => {
    await file('hub.yaml', text);
    await file('good', await kubeconfig());
    const { exitCode, stderr } = await hub('-c', 'hub.yaml', '--kubeconfig', 'good');
    expect(exitCode).toBe(2);
    for (const part of expected) expect(stderr).toContain(part);
  });
});

describe('a kubeconfig that is wrong', () => {
  const part = (given: { context?: string; cluster?: string; user?: string; current?: string }) => `
apiVersion: v1
kind: Config
current-context: ${given.current ?? 'one'}
contexts: [{name: one, context: ${given.context ?? '{cluster: c, user: u}'}}]
clusters: [{name: c, cluster: ${given.cluster ?? '{server: "https://127.0.0.1:1"}'}}]
users: [{name: u, user: ${given.user ?? '{token: t}'}}]
`;
  const wrong: Readonly<Record<KubeconfigProblem, readonly [text: string | undefined, expected: string]>> = {
    KUBECONFIG_SYNTAX: ['a: [1', 'YAML'],
    KUBECONFIG_INVALID: ['contexts: 5', 'contexts'],
    KUBECONFIG_NO_CONTEXT: [part({ current: '""' }), 'current-context'],
    KUBECONFIG_CONTEXT_UNKNOWN: [part({ current: 'two' }), "no context 'two'"],
    KUBECONFIG_CLUSTER_UNKNOWN: [part({ context: '{cluster: other, user: u}' }), "no cluster 'other'"],
    KUBECONFIG_USER_UNKNOWN: [part({ context: '{cluster: c, user: other}' }), "no user 'other'"],
    KUBECONFIG_MISSING: [undefined, 'not found; pass the path'],
    KUBECONFIG_FILE_UNREADABLE: [
      part({ cluster: '{server: "https://127.0.0.1:1", certificate-authority: gone.pem}' }),
      'gone.pem, which cannot be read',
    ],
    KUBECONFIG_UNSUPPORTED: [part({ user: '{auth-provider: {name: gcp}}' }), 'auth-provider'],
  };

  test.each(Object.entries(wrong))('%s', async (code, [text, expected]) => {
    if (text !== undefined) await file(code, text);
    const { exitCode, stderr } = await hub('--kubeconfig', code);
    expect(stderr).toContain(expected);
    expect(stderr).toContain(`read ${join(directory.path, code)}; fix it, or name another with --kubeconfig FILE`);
    expect(exitCode).toBe(2);
  });

  test('no cluster at all', async () => {
    const empty = join(directory.path, 'empty');
    await mkdir(empty);
    const { exitCode, stderr } = await runHere(['hub', ...FREE], { cwd: empty });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(join(empty, '.kube', 'config'));
  });
});

describe('a cluster that is not what it should be', () => {
  test('it does not respond', async () => {
    await file(
      'bad',
      renderKubeconfig({ name: 'test', server: 'https://127.0.0.1:1', ca: cluster.address?.ca ?? '', token: 't' }),
    );
    const { exitCode, stderr } = await hub('--kubeconfig', 'bad');
    expect(stderr).toContain('https://127.0.0.1:1 cannot be reached');
    expect(exitCode).toBe(1);
  });

  test('its certificate is of another authority', async () => {
    const other = await startTestCluster({ transport: 'http', controllers: false });
    await file('bad', await kubeconfig({ ca: other.address?.ca ?? '' }));
    await other.close();
    const { exitCode, stderr } = await hub('--kubeconfig', 'bad');
    expect(stderr).toMatch(/certificate/i);
    expect(exitCode).toBe(1);
  });

  test('it does not know the token', async () => {
    await file('bad', await kubeconfig({ token: 'wrong' }));
    const { exitCode, stderr } = await hub('--kubeconfig', 'bad');
    expect(stderr).toContain('denied access');
    expect(exitCode).toBe(4);
  });

  test('it does not allow to install definitions', async () => {
    await file('bad', (await kubeconfig()).replace(/( +)token:/, '$1as: alice\n$1token:'));
    const { exitCode, stderr } = await hub('--kubeconfig', 'bad', '--install-crds');
    expect(stderr).toContain('alice');
    expect(stderr).toContain('deploy/controllers');
    expect(exitCode).toBe(4);
  });

  test('KC-HUB-2: it does not serve what the controllers need', async () => {
    await file('good', await kubeconfig());
    const { exitCode, stderr } = await hub('--kubeconfig', 'good', '--enabled-controllers', 'at');
    expect(stderr).toContain('the cluster does not serve ats.demo.wukong.com');
    expect(stderr).not.toContain('redismigrations');
    expect(stderr).toContain('kubemin crd install, or start the hub with --install-crds');
    expect(exitCode).toBe(1);
  });
});

test('a port that is taken', async () => {
  await file('good', await kubeconfig());
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { exitCode, stderr } = await hub('--kubeconfig', 'good', '--metrics-bind-address', `:${port}`);
  taken.close();
  expect(stderr).toContain(`127.0.0.1 port ${port}`);
  expect(stderr).toContain('choose another with --metrics-bind-address');
  expect(exitCode).toBe(1);
});
