import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { isTerminal, type PlatformClient } from '@kubemin/client';
import { renderKubeconfig } from '@kubemin/kube';
import { eventually, missingService } from '@kubemin/testing';
import { testDialects } from '@kubemin/testing/vitest';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dataDirectory } from '../connection/data-directory.ts';
import { kubemin } from '../test-support/kubemin-command.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import { KubeminProcess } from '../test-support/kubemin-process.ts';
import { SharedPlatform } from '../test-support/shared-platform.ts';
import { slowApplication } from '../test-support/slow-application.ts';

let home: KubeminHome;
beforeEach(async () => {
  home = await KubeminHome.create();
});
afterEach(() => home.remove());

const missing = missingService('postgres') ?? missingService('redis');

/** Starts the slow application and waits until its database is being rolled out. */
async function beginSlowRun(client: PlatformClient): Promise<string> {
  const app = await client.saveApplication({ text: JSON.stringify(slowApplication), format: 'json' });
  const { taskId } = await client.execWorkflow(app.id);
  await eventually(() => client.taskStatus(taskId), {
    until: ({ jobs }) => jobs.some((job) => job.status === 'completed') && jobs.some((job) => job.status === 'running'),
  });
  return taskId;
}

async function finalState(client: PlatformClient, taskId: string): Promise<string> {
  const { status } = await eventually(() => client.taskStatus(taskId), {
    until: (task) => isTerminal(task.status),
  });
  return status;
}

/** Two instances by name, and who is not the one of that name. */
async function startTwo(platform: SharedPlatform) {
  const [one, two] = await Promise.all([platform.instance('one'), platform.instance('two')]);
  const named = (name: string) => (name === 'one' ? one : two);
  return { one, named, otherThan: (name: string) => (name === 'one' ? two : one) };
}

/** Long enough that a process on a busy machine renews its lease: only one that was killed or stopped loses it. */
const LASTING_LEASE = { leaseDuration: '12s', renewDeadline: '10s', retryPeriod: '500ms' };

describe.skipIf(missing !== undefined)(`two instances on PostgreSQL and Redis (${missing ?? 'both are here'})`, () => {
  test('a run goes on when the instance that executes it is killed', async () => {
    const platform = await SharedPlatform.start(home, {
      workflow: { heartbeatInterval: '300ms', deadAfter: '2s', localPollInterval: '500ms' },
      leader: { ...LASTING_LEASE, exitOnLost: false },
    });
    const { one, named, otherThan } = await startTwo(platform);
    const taskId = await beginSlowRun(one.client);
    const executor = (await eventually(() => platform.executorName(taskId))) ?? '';
    await named(executor).process.end('SIGKILL');
    expect(await finalState(otherThan(executor).client, taskId)).toBe('completed');
    expect(await platform.messages()).toBeGreaterThan(0);
  });

  test('an instance that lost leadership exits with an error, so that its supervisor restarts it', async () => {
    const platform = await SharedPlatform.start(home, { leader: LASTING_LEASE });
    const { named, otherThan } = await startTwo(platform);
    const leader = (await eventually(() => platform.leader())) ?? '';
    named(leader).process.signal('SIGSTOP');
    await eventually(() => platform.leader(), { until: (name) => name !== leader });
    named(leader).process.signal('SIGCONT');
    const { exitCode, stderr } = await named(leader).process.finished();
    expect(exitCode).toBe(1);
    expect(stderr).toContain('--exit-on-lost-leader=false');
    expect(otherThan(leader).process.running).toBe(true);
  });

  test('W-33: SIGTERM hands running work to the other instance before the process ends', async () => {
    // Long enough that no instance is considered dead within this test: work moves only by handover.
    const workflow = { deadAfter: '30m', localPollInterval: '500ms' };
    const platform = await SharedPlatform.start(home, { workflow, leader: { ...LASTING_LEASE, exitOnLost: false } });
    const { one, named, otherThan } = await startTwo(platform);
    const taskId = await beginSlowRun(one.client);
    const executor = (await eventually(() => platform.executorName(taskId))) ?? '';
    expect(await named(executor).process.end('SIGTERM')).toMatchObject({
      exitCode: 0,
      stderr: expect.stringMatching(/^delivers to cluster kubemin \(https:\S+\), from \S+\n$/),
    });
    expect(await finalState(otherThan(executor).client, taskId)).toBe('completed');
  });
});

/** A cluster that is away, which keeps no server from starting. */
const NO_CLUSTER = renderKubeconfig({ name: 'none', server: 'https://127.0.0.1:1', ca: '', token: 'none' });

describe('one instance on SQLite', () => {
  const start = (...flags: readonly string[]) =>
    home.start('server', '--kubeconfig', home.at('kubeconfig'), '--msg-type', 'noop', ...flags);

  beforeEach(() => writeFile(home.at('kubeconfig'), NO_CLUSTER));

  test('W-33: a second signal ends a server at once that waits for a client during shutdown', async () => {
    const server = start('--port', '0', '--data-dir', home.at('own'));
    await server.waitForOutput(/^http:\S+\n/m);
    const url = new URL(server.stdout.trim());
    const token = (await readFile(dataDirectory(home.at('own')).adminToken, 'utf8')).trim();
    // A request that never ends: its body is announced, and does not come.
    const socket = connect(Number(url.port), url.hostname);
    const head = ['POST /api/v1/applications HTTP/1.1', 'Host: x', `Authorization: Bearer ${token}`];
    const body = ['Content-Type: application/json', 'Content-Length: 10', 'Expect: 100-continue', '', ''];
    socket.write([...head, ...body].join('\r\n'));
    const [received] = await once(socket, 'data');
    expect(String(received)).toContain('100 Continue');
    const signalled = (): boolean => {
      server.signal('SIGTERM');
      return !server.running;
    };
    await eventually(signalled);
    socket.destroy();
    expect((await server.finished()).exitCode).toBe(130);
  });

  test('W-33: a taken port ends the command with what to do, and everything is free again', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const address = blocker.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    const { exitCode, stderr } = await start('--port', port, '--data-dir', home.at('own')).finished();
    blocker.close();
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(new RegExp(`${port}[^]*--port 0 picks a free one`));
    const again = start('--port', '0', '--data-dir', home.at('own'));
    await again.waitForOutput(/^http:\S+\n/m);
  });

  test('a SQLite file is for one process, whichever data directories name it', async () => {
    const file = ['--port', '0', '--datastore-url', `sqlite:${home.at('shared.db')}`];
    const first = start(...file, '--data-dir', home.at('one'));
    await first.waitForOutput(/^http:\S+\n/m);
    const second = await start(...file, '--data-dir', home.at('two')).finished();
    expect(second).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining('only one process can use a SQLite file'),
    });
    expect(first.running).toBe(true);
  });
});

test.skipIf(missingService('mariadb') !== undefined)(
  'an application is deployed from MariaDB, named as Go programs name it (needs mariadb)',
  async () => {
    const mariadb = testDialects().find(({ name }) => name === 'mariadb');
    const { username, password, host, pathname } = new URL((await mariadb?.create())?.url ?? '');
    await home.up();
    const dsn = `${username}:${decodeURIComponent(password)}@tcp(${host})${pathname}?charset=utf8mb4&parseTime=true`;
    const place = ['--kubeconfig', dataDirectory(home.at()).kubeconfig, '--data-dir', home.at('own'), '--port', '0'];
    const server = home.start(
      'server',
      ...place,
      '--msg-type',
      'noop',
      '--datastore-type',
      'mysql',
      '--datastore-url',
      dsn,
    );
    await server.waitForOutput(/^http:\S+\n/m);
    const document = join(import.meta.dirname, '..', '..', '..', '..', 'examples', 'hello.yaml');
    const deployed = await kubemin(['deploy', document, '--data-dir', home.at('own')]);
    expect(deployed).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('completed') });
  },
);

test('all problems of a configuration are reported before anything starts', async () => {
  const config = home.at('kubemin.yaml');
  await writeFile(config, 'workflow:\n  maxConcurrentWorkflows: none\n  workerReadBlok: 2s\n');
  const { exitCode, stdout, stderr } = await kubemin(
    ['server', '--config', config, '--msg-type', 'kafka', '--data-dir', home.at('own')],
    { env: { KUBEMIN_CACHE_PORT: 'x' } },
  );
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toMatch(/kubemin\.yaml:2:3 workflow\.maxConcurrentWorkflows \S+ error SETTING_INVALID: "none" is not/);
  expect(stderr).toMatch(/KUBEMIN_CACHE_PORT \S+ error SETTING_INVALID: "x" is not a whole number/);
  expect(stderr).toMatch(/--msg-type error SETTING_MISSING: .*\n +fix: set --msg-kafka-brokers/);
  expect(stderr).toMatch(
    /kubemin\.yaml:3:3 .* warning SETTING_UNKNOWN: .*\n +fix: did you mean workflow\.workerReadBlock/,
  );
  expect(existsSync(home.at('own'))).toBe(false);
});

test('config check shows what is in effect and where it comes from, and no secret', async () => {
  const config = home.at('kubemin.yaml');
  await writeFile(config, 'messaging:\n  type: noop\n');
  const { exitCode, stdout } = await kubemin(
    ['config', 'check', '--config', config, '--datastore-url', 'mysql://me:hunter2@db/shop', '--workflow-retries', '7'],
    { env: { KUBEMIN_CACHE_PASSWORD: 'hunter2' } },
  );
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^workflow-retries +7 +--workflow-retries$/m);
  expect(stdout).toMatch(/^msg-type +noop +\S+kubemin\.yaml:2:3 messaging\.type$/m);
  expect(stdout).toMatch(/^cache-password +\*\*\* +KUBEMIN_CACHE_PASSWORD$/m);
  expect(stdout).toMatch(/^cache-host +localhost +default$/m);
  expect(stdout).not.toContain('hunter2');
});

test('a server starts without its queue, and logs that', async () => {
  await writeFile(home.at('kubeconfig'), NO_CLUSTER);
  const place = ['--kubeconfig', home.at('kubeconfig'), '--data-dir', home.at('own'), '--port', '0'];
  const server = home.start('server', ...place, '--cache-host', '127.0.0.1', '--cache-port', '1', '--log-to', 'stderr');
  await server.waitForOutput(/^http:\S+\n/m);
  await server.waitForOutput('the queue is unavailable; work continues from the database');
});

test('without a kubeconfig the server looks where kubectl looks', async () => {
  await writeFile(home.at('kubeconfig'), NO_CLUSTER);
  const flags = ['server', '--msg-type', 'noop', '--port', '0', '--data-dir', home.at('own')];
  const nowhere = { HOME: home.at('empty'), KUBECONFIG: '' };
  expect(await kubemin(flags, { env: nowhere })).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('no target cluster'),
  });
  const server = new KubeminProcess(flags, {
    env: { ...nowhere, KUBECONFIG: `${home.at('none')}:${home.at('kubeconfig')}` },
  });
  await server.waitForOutput(/^http:\S+\n/m);
  expect((await server.end('SIGTERM')).exitCode).toBe(0);
});
