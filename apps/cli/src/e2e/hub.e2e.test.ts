import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createKubeClient, httpTransport, type KubeClient, loadKubeconfigFiles } from '@kubemin/kube';
import { core } from '@kubemin/kubeapi/resources';
import { ats } from '@kubemin/samples';
import { eventually } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import { KubeminProcess } from '../test-support/kubemin-process.ts';

const FREE = ['--metrics-bind-address', '127.0.0.1:0', '--health-probe-bind-address', '127.0.0.1:0'];
const PAST = '2020-01-01T00:00:00Z';

let home: KubeminHome;
let kubeconfig: string;
let client: KubeClient;
let token: string;
let close: () => void;

beforeAll(async () => {
  home = await KubeminHome.create();
  const ports = ['--secure-port', '0', '--insecure-port', '0'];
  const server = home.start('apiserver', '--data-dir', home.path, '--backend', 'memory', ...ports);
  await server.waitForOutput('API server is up');
  kubeconfig = home.at('apiserver/kubeconfig');
  const access = loadKubeconfigFiles([kubeconfig], { readFile: (path) => readFileSync(path, 'utf8') });
  const transport = httpTransport(access);
  client = createKubeClient(transport.handler);
  token = typeof access.token === 'string' ? access.token : '';
  close = () => transport.close();
});
afterAll(async () => {
  close();
  await home.remove();
});

async function startHub(
  ...args: readonly string[]
): Promise<{ readonly hub: KubeminProcess; url(of: string): string }> {
  const hub = home.start('hub', '--kubeconfig', kubeconfig, ...FREE, ...args);
  await hub.waitForOutput('hub is up');
  const url = (of: string): string => new RegExp(`${of} +(http\\S+)`).exec(hub.stdout)?.[1] ?? '';
  await eventually(async () => (await fetch(`${url('health')}/readyz`)).status === 200);
  return { hub, url };
}

async function createAt(name: string): Promise<void> {
  const metadata = { name, namespace: 'default' };
  const at = {
    apiVersion: 'demo.wukong.com/v1',
    kind: 'At',
    metadata,
    spec: { schedule: PAST, command: 'true' },
  } as const;
  await client.resource(ats, 'default').create(at);
}

const readPhase = async (name: string) => (await client.resource(ats, 'default').get(name)).status?.phase;

describe('KC-HUB-1: one code path for all, some and one', () => {
  test('all of them, with the definitions installed on the way; a stop is orderly', async () => {
    const { hub, url } = await startHub('--install-crds');
    const checks = await (await fetch(`${url('health')}/readyz?verbose`)).text();
    expect(checks).toContain('[+]cache-sync/at ok');
    expect(checks).toContain('[+]cache-sync/redismigration ok');
    await createAt('one');
    await eventually(() => readPhase('one'), { until: (phase) => phase === 'RUNNING' });
    expect((await client.resource(core.v1.pods, 'default').get('one-pod')).metadata.labels).toMatchObject({
      app: 'one',
    });
    const metrics = await (await fetch(`${url('metrics')}/metrics`)).text();
    expect(metrics).toMatch(/controller_runtime_reconcile_total\{[^}]*controller="at"[^}]*\} [1-9]/);
    expect(await hub.end('SIGTERM')).toMatchObject({ exitCode: 0 });
  });

  test('one, chosen by a file, keeps its hands off what is not its own', async () => {
    await writeFile(home.at('one.yaml'), 'enabled-controllers: [ats]\nresource-filter:\n  ats: "!*/skip-*"\n');
    const { hub, url } = await startHub('-c', home.at('one.yaml'));
    const checks = await (await fetch(`${url('health')}/readyz?verbose`)).text();
    expect(checks).not.toContain('redismigration');
    await createAt('skip-me');
    await createAt('two');
    await eventually(() => readPhase('two'), { until: (phase) => phase === 'RUNNING' });
    expect(await client.resource(core.v1.pods, 'default').find('skip-me-pod')).toBeUndefined();
    expect(await hub.end('SIGTERM')).toMatchObject({ exitCode: 0 });
  });
});

describe('work that never lets go of the process', () => {
  const HOLDING = { NODE_OPTIONS: '--import=data:text/javascript,setInterval(()=>{},1e9)' };
  const start = (...args: readonly string[]): KubeminProcess => {
    const hub = new KubeminProcess(['hub', ...FREE, '--kubeconfig', ...args], { cwd: home.path, env: HOLDING });
    onTestFinished(() => hub.end().then(() => undefined));
    return hub;
  };

  test('does not outlive a stop', async () => {
    const hub = start(kubeconfig);
    await hub.waitForOutput('hub is up');
    expect(await hub.end('SIGTERM')).toMatchObject({ exitCode: 0 });
  });

  test('does not outlive a failure, as of a hub that has lost its lease', async () => {
    const { exitCode, stderr } = await start(home.at('no-such-kubeconfig')).finished();
    expect(exitCode).toBeGreaterThan(0);
    expect(stderr).toContain('no-such-kubeconfig');
  });
});

test('the REST API accepts requests with a token only', async () => {
  const { hub, url } = await startHub('--apiserver-enabled', '--apiext-bind-address', '127.0.0.1:0');
  const list = `${url('apiext')}/apiext/ats/v1/default`;
  expect((await fetch(list)).status).toBe(401);
  const response = await fetch(list, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  const { items }: { readonly items: readonly { readonly name: string }[] } = JSON.parse(await response.text());
  expect(items.map(({ name }) => name)).toContain('one');
  await passedOn(url('apiext'));
  await hub.end('SIGTERM');
});

/** Another API server with the same token: its responses below /apiext/ come from the hub. */
async function passedOn(apiext: string): Promise<void> {
  await writeFile(home.at('tokens.csv'), `${token},tester,7\n`);
  const ports = ['--secure-port', '0', '--insecure-port', '0'];
  const options = ['--backend', 'memory', '--token-auth-file', home.at('tokens.csv'), '--apiext-url', apiext];
  const front = home.start('apiserver', '--data-dir', home.at('front'), ...options, ...ports);
  await front.waitForOutput('API server is up');
  const { server, ca } = loadKubeconfigFiles([home.at('front/apiserver/kubeconfig')], {
    readFile: (path) => readFileSync(path, 'utf8'),
  });
  const { handler, close: closeFront } = httpTransport({ server, ca, token });
  const query = new URLSearchParams({ filter: 'name=one' });
  const response = await handler({ method: 'GET', path: '/apiext/at/v1/-', query, headers: {} });
  expect(response).toMatchObject({ status: 200, object: { items: [{ name: 'one' }], total: 1 } });
  closeFront();
  await front.end('SIGTERM');
}

test('crd install prints what it did, and that nothing is left to do', async () => {
  const again = home.start('crd', 'install', 'at', '--kubeconfig', kubeconfig, '-o', 'json');
  const { exitCode, stdout } = await again.finished();
  expect({ exitCode, installed: JSON.parse(stdout) }).toEqual({
    exitCode: 0,
    installed: [{ name: 'ats.demo.wukong.com', action: 'unchanged' }],
  });
});

test('crd print gives what deploy has', async () => {
  const { stdout } = await home.start('crd', 'print', 'rm').finished();
  const file = 'database.cloud.tencent.com_redismigrations.yaml';
  const committed = await readFile(new URL(`../../../../deploy/controllers/crds/${file}`, import.meta.url), 'utf8');
  expect(committed).toContain(stdout);
});
