import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TemporaryDirectory, temporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CommandContext } from './command-context.ts';
import { reset } from './commands/reset.ts';
import { type DataDirectory, dataDirectory } from './data-directory.ts';
import { acquireDirectoryLock } from './directory-lock.ts';
import { nearestDataDirectory, ownDataDirectory } from './find-platform.ts';
import { keptDataDirectory } from './locate.ts';
import { fakeContext } from './test-support/fake-context.ts';

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
    hint: { en: `say which one is meant: --data-dir ${both[0]?.path}, or --data-dir ${both[1]?.path}` },
  });
  expect(both.map((each) => existsSync(each.platformDatabase))).toEqual([true, true]);
});

test('of two data directories the only one that runs is meant; of two that run, neither', async () => {
  const here = await stopped('cwd');
  const home = await stopped('home');
  const first = acquireDirectoryLock(home.lock);
  expect(keptDataDirectory(context()).path).toBe(home.path);
  const second = acquireDirectoryLock(here.lock);
  expect(() => keptDataDirectory(context())).toThrow('there is a KubeMin in');
  first?.release();
  expect(keptDataDirectory(context()).path).toBe(here.path);
  second?.release();
});

test('what was said counts, also when there are two; in the home directory there is one only', async () => {
  const here = await stopped('cwd');
  const home = await stopped('home');
  expect(keptDataDirectory(context({ dataDir: here.path })).path).toBe(here.path);
  expect(keptDataDirectory(context({ env: { KUBEMIN_HOME: home.path } })).path).toBe(home.path);
  expect(keptDataDirectory(context({ cwd: join(directory.path, 'home') })).path).toBe(home.path);
});

test('a variable that is empty says nothing: no command takes the current directory for a data directory', () => {
  const empty = context({ env: { KUBEMIN_HOME: '' } });
  for (const find of [ownDataDirectory, nearestDataDirectory, keptDataDirectory]) {
    expect(find(empty).path).toBe(at('home').path);
  }
});

test('a relative directory is one of the directory the command was typed in', () => {
  const here = join(directory.path, 'cwd', 'data');
  expect(ownDataDirectory(context({ dataDir: 'data' })).path).toBe(here);
  expect(ownDataDirectory(context({ env: { KUBEMIN_HOME: './data' } })).path).toBe(here);
});
