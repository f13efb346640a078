import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { createPlatformClient, type PlatformClient } from '@kubemin/client';
import { eventually } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAdminToken } from '../connection/admin-token.ts';
import { dataDirectory } from '../connection/data-directory.ts';
import { readEndpoints } from '../connection/endpoints-file.ts';
import { kubemin } from '../test-support/kubemin-command.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import { KubeminProcess } from '../test-support/kubemin-process.ts';

const run = promisify(execFile);
const FREE_PORTS = ['--port', '0', '--kube-port', '0'];

async function platform(path: string): Promise<PlatformClient> {
  const directory = dataDirectory(path);
  const endpoints = await readEndpoints(directory.endpoints);
  const token = await readAdminToken(directory.adminToken);
  if (endpoints === undefined || token === undefined) throw new Error(`nothing runs on ${path}`);
  return createPlatformClient({ url: endpoints.platform, token });
}

/** Saves one revision after the other until it is stopped; knows the last acknowledged one. */
class Writer {
  readonly #client: PlatformClient;
  readonly #stop = new AbortController();
  readonly #done: Promise<void>;
  acknowledged = 0;

  constructor(client: PlatformClient) {
    this.#client = client;
    this.#done = this.#write();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#done;
  }

  async #write(): Promise<void> {
    for (let number = 1; !this.#stop.signal.aborted; number += 1) {
      const component = [{ name: 'written', type: 'webservice', image: `written:${number}`, replicas: 1 }];
      const text = JSON.stringify({ name: 'written', component });
      const { id, revision } = await this.#client.saveApplication({ text, format: 'json' });
      this.acknowledged = revision;
      if (number % 10 === 1) await this.#client.execWorkflow(id);
    }
  }
}

let home: KubeminHome;
beforeAll(async () => {
  home = await KubeminHome.create();
  await home.up('--demo');
});
afterAll(() => home.remove());

const inData = (...words: readonly string[]) => kubemin([...words, '--data-dir', home.at()], { cwd: home.path });

describe('backup of a KubeMin that works', () => {
  test('under load, it restores elsewhere with every application and revision acknowledged before', async () => {
    const writer = new Writer(await platform(home.at()));
    await eventually(() => writer.acknowledged, { until: (revision) => revision > 20 });
    const before = writer.acknowledged;
    await mkdir(`${dataDirectory(home.at()).volumes}/pvc-1_default_data`, { recursive: true });
    const made = await inData('backup', 'backup.tar.gz', '-o', 'json');
    await writer.stop();
    expect(made).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('Volume files are not in the backup'),
    });
    const file = home.at('backup.tar.gz');
    expect(JSON.parse(made.stdout)).toMatchObject({ file, format: 1, bytes: (await stat(file)).size });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const { stdout: listed } = await run('tar', ['tzf', file]);
    const names = listed.trim().split('\n');
    expect(names.slice(0, 3)).toEqual(['manifest.json', 'platform.db', 'cluster/objects.sqlite']);
    expect(names).toEqual(expect.arrayContaining(['admin-token', 'secret-keys', 'certificates/ca.crt']));

    const elsewhere = home.at('elsewhere');
    expect(await kubemin(['restore', file, '--data-dir', elsewhere])).toMatchObject({ exitCode: 0 });
    expect((await stat(elsewhere)).mode & 0o777).toBe(0o700);
    const started = home.start('up', '--data-dir', elsewhere, ...FREE_PORTS);
    await started.waitForOutput('KubeMin is up');
    const client = await platform(elsewhere);
    const { applications } = await client.listApplications();
    expect(applications.map(({ name }) => name).toSorted()).toEqual(['demo', 'written']);
    const written = applications.find(({ name }) => name === 'written');
    expect(written?.revision).toBeGreaterThanOrEqual(before);
    await client.getRevision(written?.id ?? '', String(before));
    const demo = await eventually(() => kubemin(['status', 'demo', '-o', 'json', '--data-dir', elsewhere]), {
      until: ({ stdout }) => JSON.parse(stdout).health.phase === 'Healthy',
    });
    expect(demo.exitCode).toBe(0);
    await started.end('SIGTERM');
  });

  test('kill -9 at any moment leaves no file, or a whole one, and the next backup succeeds', async () => {
    const file = home.at('killed.tar.gz');
    const begin = () => new KubeminProcess(['backup', file, '--force', '--data-dir', home.at()]);
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await rm(file, { force: true });
      const backup = begin();
      const seen = [dataDirectory(home.at()).backupStaging, `${file}.partial`][attempt % 2] ?? '';
      await eventually(() => !backup.running || existsSync(seen), { longestPauseMs: 10 });
      await backup.end('SIGKILL');
      if (!existsSync(file)) continue;
      const into = home.at(`from-killed-${attempt}`);
      expect(await kubemin(['restore', file, '--data-dir', into])).toMatchObject({ exitCode: 0 });
    }
    expect(await begin().finished()).toMatchObject({ exitCode: 0 });
    expect(existsSync(`${file}.partial`)).toBe(false);
    expect(existsSync(dataDirectory(home.at()).backupStaging)).toBe(false);
  });

  test('an existing file is not replaced without --force, and a backup of an empty directory fails', async () => {
    await writeFile(home.at('precious'), 'mine');
    expect(await inData('backup', 'precious')).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining('--force'),
    });
    expect(await readFile(home.at('precious'), 'utf8')).toBe('mine');
    const none = await kubemin(['backup', home.at('none.tar.gz'), '--data-dir', home.at('nothing')]);
    expect(none).toMatchObject({ exitCode: 5 });
  });
});

test('restore refuses a directory with a KubeMin, and what is no backup; neither changes anything', async () => {
  const file = home.at('whole.tar.gz');
  await inData('backup', file);
  expect(await inData('restore', file)).toMatchObject({
    exitCode: 6,
    stderr: expect.stringMatching(/kubemin --data-dir \S+ reset/),
  });
  const whole = await readFile(file);
  await writeFile(home.at('half.tar.gz'), whole.subarray(0, whole.length / 2));
  const into = home.at('half');
  const half = await kubemin(['restore', home.at('half.tar.gz'), '--data-dir', into]);
  expect(half).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('not a complete KubeMin backup') });
  expect(await readdir(into)).toEqual(['lock.db']);
  expect(await kubemin(['restore', home.at('ghost'), '--data-dir', into])).toMatchObject({ exitCode: 5 });
  expect(await kubemin(['restore', file, '--data-dir', into])).toMatchObject({ exitCode: 0 });
});

test('up refuses a directory into which a restore was cut off, until it is restored again', async () => {
  const file = home.at('again.tar.gz');
  await inData('backup', file);
  const into = home.at('cut-off');
  await mkdir(dataDirectory(into).restoreStaging, { recursive: true });
  await writeFile(dataDirectory(into).adminToken, 'half');
  const refused = await kubemin(['up', '--data-dir', into, ...FREE_PORTS]);
  expect(refused).toMatchObject({ exitCode: 6, stderr: expect.stringContaining('interrupted') });
  expect(await kubemin(['restore', file, '--data-dir', into])).toMatchObject({ exitCode: 0 });
  expect(await readAdminToken(dataDirectory(into).adminToken)).toBe(
    await readAdminToken(dataDirectory(home.at()).adminToken),
  );
});

describe('reset', () => {
  test('refuses a directory that is not a data directory, and needs a yes', async () => {
    const foreign = home.at('foreign');
    await mkdir(foreign);
    await writeFile(`${foreign}/platform.db`, 'mine');
    expect(await kubemin(['reset', '--yes', '--data-dir', foreign])).toMatchObject({ exitCode: 2 });
    expect(await readdir(foreign)).toEqual(['platform.db']);
    expect(await inData('reset')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes') });
    expect((await (await platform(home.at())).listApplications()).applications).not.toEqual([]);
  });

  test('stops what runs and deletes what is its own, and nothing else', async () => {
    const own = home.at('to-be-reset');
    const started = home.start('up', '--data-dir', own, ...FREE_PORTS);
    await started.waitForOutput('KubeMin is up');
    await writeFile(`${own}/link.json`, '{}');
    const done = await kubemin(['reset', '--yes', '--data-dir', own]);
    expect(done).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('link.json') });
    expect((await started.finished()).exitCode).toBe(0);
    expect(await readdir(own)).toEqual(['link.json']);
    await rm(`${own}/link.json`);
    expect(await kubemin(['reset', '--yes', '--data-dir', own])).toMatchObject({ exitCode: 0 });
  });
});

describe('kubectl', () => {
  test('gets its words untouched and the right kubeconfig, and its exit code is passed on', async () => {
    const fake = home.at('bin');
    await mkdir(fake);
    await writeFile(`${fake}/kubectl`, '#!/bin/sh\nprintf "%s|" "$KUBECONFIG" "$@"; exit 7\n', { mode: 0o755 });
    const env = { PATH: `${fake}:${process.env.PATH}` };
    const words = ['get', '--help', '-o', 'json', '--data-dir', 'theirs', '--', '-y'];
    const { stdout, exitCode } = await kubemin(['--data-dir', home.at(), 'kubectl', ...words], { env });
    expect(stdout).toBe([dataDirectory(home.at()).kubeconfig, ...words, ''].join('|'));
    expect(exitCode).toBe(7);
  });

  test('without kubectl it prints a hint', async () => {
    const dir = home.at('empty-path');
    await mkdir(dir);
    for (const tool of ['sh', 'dirname', 'find', 'uname', 'readlink', 'env']) {
      const { stdout } = await run('sh', ['-c', `command -v ${tool}`]);
      await run('ln', ['-s', stdout.trim(), `${dir}/${tool}`]);
    }
    const missing = await kubemin(['--data-dir', home.at(), 'kubectl', 'get', 'pods'], { env: { PATH: dir } });
    expect(missing).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('install it') });
    const nowhere = await kubemin(['--data-dir', home.at('nowhere'), 'kubectl', 'get', 'pods']);
    expect(nowhere).toMatchObject({ exitCode: 5, stderr: expect.stringMatching(/kubemin --data-dir \S+ up/) });
  });
});
