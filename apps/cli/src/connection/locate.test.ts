import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLogger } from '@kubemin/base';
import { type TemporaryDirectory, temporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reset } from '../commands/reset.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { configDirectory } from '../terminal/config-directory.ts';
import { fakeContext } from '../test-support/fake-context.ts';
import { type DataDirectory, dataDirectory } from './data-directory.ts';
import { acquireDirectoryLock } from './directory-lock.ts';
import { writeEndpoints } from './endpoints-file.ts';
import { findPlatform, ownDataDirectory, selectDataDirectory, upDataDirectory } from './find-platform.ts';
import { recordPlatform } from './running-platforms.ts';

let directory: TemporaryDirectory;
beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(() => directory.remove());

const at = (place: 'cwd' | 'home'): DataDirectory => dataDirectory(join(directory.path, place, '.kubemin'));

function context(given: Partial<CommandContext> = {}): CommandContext {
  return fakeContext({ cwd: join(directory.path, 'cwd'), homeDirectory: join(directory.path, 'home'), ...given })
    .context;
}

/** Leaves a data directory as a KubeMin that was stopped does. */
async function stopped(place: 'cwd' | 'home'): Promise<DataDirectory> {
  const made = at(place);
  await mkdir(made.path, { recursive: true });
  acquireDirectoryLock(made.lock)?.release();
  await writeFile(made.platformDatabase, place);
  return made;
}

test('reset after down deletes the directory of the checkout, not what is in the home directory', async () => {
  const here = await stopped('cwd');
  await mkdir(at('home').path, { recursive: true });
  await writeFile(at('home').platformDatabase, 'older than the lock');
  expect(await reset(context({ yes: true }))).toBe(0);
  expect(existsSync(here.path)).toBe(false);
  expect(existsSync(at('home').platformDatabase)).toBe(true);
});

test('with two data directories of which none runs, nothing is deleted and both are named', async () => {
  const both = [await stopped('cwd'), await stopped('home')];
  await expect(reset(context({ yes: true }))).rejects.toMatchObject({
    code: 'TWO_DATA_DIRECTORIES',
    exitCode: 2,
    hint: { message: `choose one: --data-dir ${both[0]?.path} or --data-dir ${both[1]?.path}` },
  });
  expect(both.map((each) => existsSync(each.platformDatabase))).toEqual([true, true]);
});

test('of two data directories the only one that runs is meant; of two that run, neither', async () => {
  const here = await stopped('cwd');
  const home = await stopped('home');
  const first = acquireDirectoryLock(home.lock);
  expect(selectDataDirectory(context()).path).toBe(home.path);
  const second = acquireDirectoryLock(here.lock);
  expect(() => selectDataDirectory(context())).toThrow('found a KubeMin in');
  first?.release();
  expect(selectDataDirectory(context()).path).toBe(here.path);
  second?.release();
});

test('an explicit choice is used, also if there are two; the home directory has only one', async () => {
  const here = await stopped('cwd');
  const home = await stopped('home');
  expect(selectDataDirectory(context({ dataDir: here.path })).path).toBe(here.path);
  expect(selectDataDirectory(context({ env: { KUBEMIN_HOME: home.path } })).path).toBe(home.path);
  expect(selectDataDirectory(context({ cwd: join(directory.path, 'home') })).path).toBe(home.path);
});

test('an empty variable is ignored: no command uses the current directory as data directory', () => {
  const empty = context({ env: { KUBEMIN_HOME: '' } });
  for (const find of [ownDataDirectory, selectDataDirectory]) {
    expect(find(empty).path).toBe(at('home').path);
  }
});

test('a relative directory is one of the directory the command was typed in', () => {
  const here = join(directory.path, 'cwd', 'data');
  expect(ownDataDirectory(context({ dataDir: 'data' })).path).toBe(here);
  expect(ownDataDirectory(context({ env: { KUBEMIN_HOME: './data' } })).path).toBe(here);
});

test('R-17: files of a .kubemin that came with a repository are neither a running platform nor where up starts', async () => {
  const here = await stopped('cwd');
  await chmod(here.path, 0o755);
  // A process that lives, and an address of others.
  await writeFile(
    here.endpoints,
    JSON.stringify({ pid: process.pid, platform: 'http://192.0.2.1', kubeconfig: 'theirs' }),
  );
  expect(findPlatform(context()).directory.path).toBe(at('home').path);
  expect(upDataDirectory(context()).path).toBe(at('home').path);
  await chmod(here.path, 0o700);
  expect(upDataDirectory(context()).path).toBe(here.path);
  await writeEndpoints(here.endpoints, { pid: process.pid, platform: 'http://127.0.0.1:8080' });
  expect(findPlatform(context()).directory.path).toBe(here.path);
});

test('R-17: the platform that was started last is found, one that is gone is not, and its record is removed', async () => {
  const place = context();
  const start = async (name: 'cwd' | 'home', startedAt: string): Promise<DataDirectory> => {
    const started = await stopped(name);
    await writeEndpoints(started.endpoints, { pid: process.pid, platform: 'http://127.0.0.1:8080', startedAt });
    await recordPlatform(place, started, silentLogger);
    return started;
  };
  const first = await start('cwd', '2026-01-01T00:00:00.000Z');
  const last = await start('home', '2026-01-02T00:00:00.000Z');
  const away = context({ cwd: directory.path });
  const running = (): readonly string[] => findPlatform(away).running.map((each) => each.directory.path);
  expect(running()).toEqual([last.path, first.path]);
  expect(findPlatform(place).directory.path).toBe(first.path);
  await writeFile(last.endpoints, JSON.stringify({ pid: process.pid, birth: 'of another boot', platform: 'http://x' }));
  expect(running()).toEqual([first.path]);
  const forget = await recordPlatform(place, first, silentLogger);
  expect(await readdir(configDirectory(place).running)).toHaveLength(1);
  await forget();
  expect(running()).toEqual([]);
});
