import { readFile } from 'node:fs/promises';
import { eventually } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataDirectory } from '../connection/data-directory.ts';
import { readEndpoints } from '../connection/endpoints-file.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import { type FinishedKubemin, KubeminProcess } from '../test-support/kubemin-process.ts';
import { runHere } from '../test-support/run-here.ts';

let home: KubeminHome;
let url = '';
let token = '';
beforeAll(async () => {
  home = await KubeminHome.create();
  await home.up('--demo');
  const directory = dataDirectory(home.at());
  url = (await readEndpoints(directory.endpoints))?.platform ?? '';
  token = (await readFile(directory.adminToken, 'utf8')).trim();
});
afterAll(() => home.remove());

const run = (...args: readonly string[]): Promise<FinishedKubemin> =>
  runHere(args, { cwd: home.path, env: { KUBEMIN_HOME: home.at() } });

test('a token is tried before it is stored, and then opens the platform from anywhere', async () => {
  const elsewhere = (args: readonly string[], piped = ''): Promise<FinishedKubemin> =>
    runHere(args, { cwd: home.path, env: { HOME: home.path }, piped });
  expect(await elsewhere(['login', url, '--with-token'], 'wrong')).toMatchObject({ exitCode: 4 });
  expect((await elsewhere(['context', 'ls', '-o', 'name'])).stdout).toBe('');
  expect(await elsewhere(['login', url, '--name', 'there', '--with-token'], `${token}\n`)).toMatchObject({
    exitCode: 0,
  });
  expect((await elsewhere(['ls', '-o', 'name'])).stdout).toBe('demo\n');
  await elsewhere(['logout']);
  expect(await elsewhere(['ls'])).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('kubemin login') });
  await elsewhere(['context', 'use', '--none']);
});

test('a linked directory selects its application', async () => {
  expect(await run('link', 'nothing-like-it')).toMatchObject({ exitCode: 5 });
  expect(await run('open', 'app')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('kubemin link APP') });
  expect(await run('link', 'demo')).toMatchObject({ exitCode: 0 });
  expect((await run('open', 'app')).stdout).toMatch(new RegExp(`^${url}/apps/\\w+#login=\\w+\n$`));
  expect((await run('open', 'run')).stdout).toMatch(new RegExp(`^${url}/runs/\\w+#login=\\w+\n$`));
  await run('unlink');
});

test('api prints any response of the platform, and exits by its status', async () => {
  const found = await run('api', 'GET', '/applications', '-f', 'name=demo');
  expect(JSON.parse(found.stdout)).toMatchObject({ applications: [{ name: 'demo' }] });
  expect(await run('api', 'get', 'applications/none')).toMatchObject({
    exitCode: 5,
    stdout: expect.stringContaining('APPLICATION_NOT_FOUND'),
  });
  expect(await run('api', 'POST', '/applications', '-f', 'name=Bad!')).toMatchObject({ exitCode: 3 });
  const { stdout: metrics } = await run('api', 'GET', '/api/v1/metrics', '-i');
  expect(metrics).toMatch(/^HTTP 200 [\s\S]*kubemin_/);
  expect(metrics).toMatch(
    /^scheduler_schedule_attempts_total\{result="scheduled",profile="default-scheduler"\} [1-9]/m,
  );
  expect(metrics).toMatch(/^workqueue_adds_total\{name="deployment-controller"\} [1-9]/m);
  expect(await run('api', 'GET', '/applications', '-f', 'limit')).toMatchObject({ exitCode: 2 });
});

test('ls takes filters, and needs no request per application', async () => {
  expect((await run('ls')).stdout).toMatch(
    /^NAME +NAMESPACE +CLUSTER +VERSION +REVISION +STATUS +AGE\ndemo +default +default /,
  );
  expect((await run('ls', '-n', 'default', '--cluster', 'default', '-o', 'name')).stdout).toBe('demo\n');
  expect((await run('ls', '-n', 'elsewhere', '-o', 'name')).stdout).toBe('');
  expect((await run('ls', '--search', 'NOTES', '-o', 'name')).stdout).toBe('demo\n');
});

test('events prints past events in order, and new ones as they happen', async () => {
  const past = (await run('events', 'demo')).stdout.split('\n');
  expect(past[1]).toMatch(/demo +run \w+ \(deploy\) requested by admin$/);
  expect(past.join('\n')).toMatch(/store +StatefulSet \S+ completed: created/);
  const watching = new KubeminProcess(['events', '-w', '-o', 'jsonl'], {
    cwd: home.path,
    env: { KUBEMIN_HOME: home.at() },
  });
  await watching.waitForOutput('"reset"');
  await run('restart', 'demo', 'web', '--no-wait');
  await watching.waitForOutput('"kind":"restart"');
  expect(await watching.end('SIGTERM')).toMatchObject({ exitCode: 130 });
});

test('a list that is watched shows what has changed, and nothing else', async () => {
  const watching = new KubeminProcess(['ls', '-w', '-o', 'jsonl'], {
    cwd: home.path,
    env: { KUBEMIN_HOME: home.at() },
  });
  await watching.waitForOutput('"name":"demo"');
  await run('scale', 'demo', 'web=2');
  await watching.waitForOutput('"revision":2');
  await watching.end('SIGTERM');
});

test('metrics prints no percentiles of a handful of runs', async () => {
  expect((await run('metrics')).stdout).toMatch(/success rate +100.0 %\n +wait +not enough data/);
  expect(JSON.parse((await run('metrics', '--range', '15m', '-o', 'json')).stdout)).toMatchObject({ truncated: false });
});

test('doctor finds nothing broken on a platform that runs', async () => {
  const { exitCode, stdout } = await run('doctor', '-o', 'json');
  expect(exitCode).toBe(0);
  const found: readonly { readonly name: string; readonly outcome: string }[] = JSON.parse(stdout);
  expect(found.filter(({ outcome }) => outcome === 'pass').map(({ name }) => name)).toEqual(
    expect.arrayContaining(['server', 'token', 'clock', 'clusters', 'storage-class', 'queue', 'workers', 'metrics']),
  );
});

test('completion lists the names of applications and components', async () => {
  // A run ends before the platform has counted its last replica.
  await eventually(() => run('completion', 'fish', '--candidates', '--', 'status', 'd'), {
    until: ({ stdout }) => stdout === 'demo\tHealthy\n',
  });
  expect((await run('completion', 'bash', '--candidates', '--', 'restart', 'demo', 'we')).stdout).toBe('web\n');
});
