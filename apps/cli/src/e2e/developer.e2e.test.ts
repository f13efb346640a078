import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { eventually, startTcpProxy } from '@kubemin/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { dataDirectory } from '../connection/data-directory.ts';
import { readEndpoints } from '../connection/endpoints-file.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import { type FinishedKubemin, KubeminProcess } from '../test-support/kubemin-process.ts';
import { type HereOptions, runHere } from '../test-support/run-here.ts';

/** What an application developer has: the address of a platform and a token, and a kubeconfig of another cluster. */
let home: KubeminHome;
let laptop: string;
let other: Server;
let connections = 0;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  home = await KubeminHome.create();
  laptop = home.at('laptop');
  await mkdir(join(laptop, '.kube'), { recursive: true });
  other = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const name = 'other';
  const kubeconfig = JSON.stringify({
    ...{ apiVersion: 'v1', kind: 'Config', 'current-context': name },
    clusters: [{ name, cluster: { server: `http://127.0.0.1:${port}` } }],
    users: [{ name, user: { token: 'of-the-other-cluster' } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
  });
  for (const path of ['other.kubeconfig', '.kube/config']) await writeFile(join(laptop, path), kubeconfig);
  await home.up();
  const url = (await readEndpoints(dataDirectory(home.at()).endpoints))?.platform ?? '';
  env = { HOME: laptop, KUBECONFIG: join(laptop, 'other.kubeconfig'), KUBEMIN_URL: url };
});
afterAll(async () => {
  other.close();
  await home.remove();
});
afterEach(() => {
  expect(connections, 'nothing reaches the other cluster').toBe(0);
});

const administrate = (...args: readonly string[]): Promise<FinishedKubemin> =>
  runHere(args, { cwd: home.path, env: { KUBEMIN_HOME: home.at() } });

async function createToken(user: string, ...roles: readonly string[]): Promise<string> {
  const granted = roles.flatMap((role) => ['--role', role]);
  expect(await administrate('user', 'add', user, ...granted)).toMatchObject({ exitCode: 0 });
  return (await administrate('token', 'create', 'laptop', '--user', user)).stdout.trim();
}

function documentText(image: string): string {
  const properties = { ports: [{ port: 80 }] };
  return JSON.stringify({
    ...{ name: 'shop', project: 'shop' },
    component: [{ name: 'web', type: 'webservice', image, replicas: 1, properties }],
  });
}

test('with a token alone an application is deployed, looked into, reached and rolled back', async () => {
  const developer = { ...env, KUBEMIN_TOKEN: await createToken('ada', 'shop=deployer', 'shop=exec') };
  const run = (args: readonly string[], more: Partial<HereOptions> = {}) =>
    runHere(args, { cwd: laptop, env: developer, ...more });
  const succeed = async (...args: readonly string[]) => {
    const ended = await run(args);
    expect(ended, `${args.join(' ')}\n${ended.stderr}`).toMatchObject({ exitCode: 0 });
    return ended.stdout;
  };
  await writeFile(join(laptop, 'shop.json'), documentText('web:1'));
  await succeed('deploy', 'shop.json');

  expect(await succeed('logs', 'shop')).toMatch(/^container web of pod \S+ started/);
  expect(await succeed('logs', 'shop/web', '--timestamps', '--tail', '1')).toMatch(/^\d{4}-\S+Z container web/);
  expect(await succeed('logs', 'shop', '--tail', '0')).toBe('');
  expect(await succeed('events', 'shop')).toMatch(/Scheduled|Pulled|Started/);
  const [pod = ''] = /deploy-web-\S+/.exec(await succeed('top', 'shop')) ?? [];
  expect(await succeed('top', 'pods')).toContain(pod);
  expect(await succeed('top', `pod/${pod}`, '--containers')).toMatch(/web +\d+m/);
  expect(await succeed('logs', `pod/${pod}`, '-c', 'web', '-o', 'jsonl')).toContain(`"pod":"${pod}","container":"web"`);

  expect(await run(['exec', 'shop', '--', 'sh', '-c', 'echo out; exit 7'])).toMatchObject({
    exitCode: 7,
    stdout: 'out\n',
  });
  expect(await run(['exec', '-i', 'shop/web', '--', 'cat'], { piped: 'piped in' })).toMatchObject({
    stdout: 'piped in',
  });
  const keys = new PassThrough();
  keys.end('stty size\rexit 3\r');
  const console = () => ({
    input: keys,
    size: () => ({ width: 90, height: 33 }),
    onResize: () => () => undefined,
    close: () => undefined,
  });
  const terminal = await run(['exec', '-it', 'shop', '--', 'sh'], { terminal: { console } });
  expect(terminal).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('33 90') });

  // Until Ctrl-C, over a connection that breaks, with the pod of the next revision.
  const stop = new AbortController();
  let [followed, notes] = ['', ''];
  const out = (piece: string): void => {
    followed += piece;
  };
  const err = (piece: string): void => {
    notes += piece;
  };
  const proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(env.KUBEMIN_URL ?? '').port) });
  const following = run(['logs', '-f', 'shop'], {
    env: { ...developer, KUBEMIN_URL: `http://127.0.0.1:${proxy.port}` },
    terminal: { out, err },
    interrupted: stop.signal,
  });
  await eventually(() => followed.includes(pod));
  proxy.cut();
  await eventually(() => notes.includes('connection to the platform lost, reconnecting'));
  proxy.restore();
  await writeFile(join(laptop, 'shop.json'), documentText('web:2'));
  await succeed('deploy', 'shop.json');
  await eventually(() => new Set(followed.match(/\[deploy-web-\S+?\//g)).size === 2);
  stop.abort();
  expect(await following).toMatchObject({ exitCode: 130 });
  expect(followed.match(new RegExp(`\\[${pod}/`, 'g'))).toHaveLength(1);
  await proxy.close();

  const detach = new AbortController();
  const onAttach = (piece: string): void => {
    if (piece.includes('attached to web')) detach.abort();
  };
  const attached = await run(['attach', 'shop'], { terminal: { err: onAttach }, interrupted: detach.signal });
  expect(attached).toMatchObject({ exitCode: 130 });

  await succeed('rollback', 'shop', '--yes');
  expect(await succeed('revision', 'ls', 'shop')).toMatch(/1/);

  // The real command, as a user starts it.
  const forwarding = new KubeminProcess(['port-forward', 'shop/web', ':80', ':8081'], { cwd: laptop, env: developer });
  await forwarding.waitForOutput(/:8081$/m);
  for (const [, local, reached, port] of forwarding.stdout.matchAll(/:(\d+) -> (\S+):(\d+)$/gm)) {
    expect(await fetchText(Number(local))).toBe(`simulated pod default/${reached} port ${port}: nothing runs here\n`);
  }
  await forwarding.end('SIGTERM');
  expect(await forwarding.finished()).toMatchObject({ exitCode: 0 });
});

test('what is missing is named: the role exec, a pod, a container, another project, the platform', async () => {
  const [viewer, stranger] = [await createToken('eve', 'shop=deployer'), await createToken('mallory', 'other=exec')];
  const runAs = (token: string, ...args: readonly string[]) =>
    runHere(args, { cwd: laptop, env: { ...env, KUBEMIN_TOKEN: token } });
  for (const args of [
    ['exec', 'shop', '--', 'true'],
    ['attach', 'shop'],
    ['port-forward', 'shop', ':80'],
  ]) {
    expect(await runAs(viewer, ...args), args.join(' ')).toMatchObject({
      exitCode: 4,
      stderr: expect.stringMatching(/role exec[^\n]*\n +.*kubemin whoami/),
    });
  }
  expect(await runAs(viewer, 'logs', 'shop', '-c', 'none')).toMatchObject({
    exitCode: 5,
    stderr: expect.stringMatching(/container none not found\n +available containers: web/),
  });
  const { stdout } = await runAs(viewer, 'top', 'shop', '-o', 'name');
  const pod = stdout.trim().split('/')[1] ?? '';
  for (const target of ['shop', `pod/${pod}`, 'svc/web']) {
    expect(await runAs(stranger, 'port-forward', target, ':80'), target).toMatchObject({ exitCode: 5 });
  }
  expect((await runAs(stranger, 'top', 'pods')).stdout).not.toContain(pod);
  const nowhere = { cwd: laptop, env: { ...env, KUBEMIN_URL: 'http://127.0.0.1:1', KUBEMIN_TOKEN: 'any' } };
  expect(await runHere(['logs', 'shop'], nowhere)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/cannot connect to KubeMin at http:\/\/127.0.0.1:1[^\n]*\n +.*kubemin context show/),
  });
});

test('a kubeconfig that is named is used', async () => {
  const named = { ...env, KUBEMIN_TOKEN: 'any' };
  await runHere(['logs', 'pod/web', '--kubeconfig', 'other.kubeconfig', '--timeout', '2s'], {
    cwd: laptop,
    env: named,
  });
  expect(connections).toBeGreaterThan(0);
  connections = 0;
});

async function fetchText(port: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  request({ host: '127.0.0.1', port, agent: false }, (response) => text(response).then(resolve, reject))
    .on('error', reject)
    .end();
  return promise;
}
