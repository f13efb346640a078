import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TemporaryDirectory, temporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runHere } from '../test-support/run-here.ts';
import { dataDirectory, ownedPaths, prepareDataDirectory, sweepLeftovers } from './data-directory.ts';

let temporary: TemporaryDirectory;
beforeEach(async () => {
  temporary = await temporaryDirectory();
});
afterEach(() => temporary.remove());

const UUID = '0b6f4c1e-8f1d-4a55-9c52-0d3c5f7a9e11';

async function directoryWith(...names: readonly string[]): Promise<string> {
  const path = join(temporary.path, 'd');
  await mkdir(path, { mode: 0o755 });
  for (const name of names) await writeFile(join(path, name), '');
  return path;
}

const fileMode = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

test('a directory with foreign files is rejected, and its mode and content stay', async () => {
  const path = await directoryWith('thesis.tex');
  await expect(prepareDataDirectory(dataDirectory(path))).rejects.toMatchObject({
    code: 'NOT_A_DATA_DIRECTORY',
    exitCode: 2,
    message: expect.stringContaining('thesis.tex'),
  });
  expect(await fileMode(path)).toBe(0o755);
  expect(await readdir(path)).toEqual(['thesis.tex']);
});

test.each([
  ['is empty', []],
  ['was used before', ['lock.db', 'notes.txt']],
  ['has what a killed first start left before its lock', ['start.log', `admin-token.${UUID}`, '.write-test-17']],
  ['has files of programs', ['start.log', 'tmp']],
  ['has what other commands keep there', ['link.json', '.gitignore', 'apiserver']],
])("a directory that %s becomes its owner's only", async (_, names) => {
  const path = await directoryWith(...names);
  await prepareDataDirectory(dataDirectory(path));
  expect(await fileMode(path)).toBe(0o700);
});

test('what kill -9 leaves half written is known as our own; what only looks like it is not', async () => {
  const ours = [
    `admin-token.${UUID}`,
    'endpoints.json.new',
    '.endpoints.json.aB3xYz',
    '.kubeconfig.aB3xYz',
    `secret-keys.${UUID}`,
  ];
  const path = await directoryWith(...ours, 'admin-token.bak', 'my-endpoints.json.new');
  const owned = ownedPaths(dataDirectory(path));
  expect(owned).toEqual(expect.arrayContaining(ours.map((name) => join(path, name))));
  expect(owned.filter((each) => /bak|my-/.test(each))).toEqual([]);
});

test('what kill -9 left half written goes at the next start; what may still be written, and all else, stays', async () => {
  const path = await directoryWith('.write-test-17', 'admin-token', 'endpoints.json.new', '.gitignore');
  await mkdir(join(path, '.kubeconfig.aB3xYz'));
  await writeFile(join(path, '.kubeconfig.aB3xYz', 'new'), 'half');
  const hourAgo = new Date(Date.now() - 3_600_000);
  for (const name of await readdir(path)) await utimes(join(path, name), hourAgo, hourAgo);
  await mkdir(join(path, '.secret-keys.aB3xYz'));
  await sweepLeftovers(dataDirectory(path), Date.now());
  expect((await readdir(path)).sort()).toEqual(['.gitignore', '.secret-keys.aB3xYz', 'admin-token']);
});

test('an empty --data-dir is refused, not taken for the current directory', async () => {
  const refused = await runHere(['reset', '--yes', '--data-dir='], { cwd: temporary.path });
  expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--data-dir') });
});

describe('R-10: up on an impossible path', () => {
  const up = (path: string) =>
    runHere(['up', '--data-dir', path, '--port', '0', '--kube-port', '0'], { cwd: temporary.path });

  test.each([
    ['a file', 'file', 'the path or a part of it is a file'],
    ['below a file', 'file/inside/it', 'the path or a part of it is a file'],
    ['with a name that is too long', 'x'.repeat(300), 'its name is too long'],
  ])('R-10: %s ends at once with what is wrong', async (_, name, why) => {
    await writeFile(join(temporary.path, 'file'), '');
    const { exitCode, stderr } = await up(join(temporary.path, name));
    expect(stderr).toContain(`cannot be written: ${why}\n`);
    expect(stderr).toContain('choose a writable directory with --data-dir DIR');
    expect(exitCode).toBe(1);
  });

  test.runIf(process.platform === 'linux')('R-10: below /proc ends at once with what is wrong', async () => {
    const { exitCode, stderr } = await up('/proc/kubemin/data');
    expect(stderr).toContain('cannot be written: cannot create the directory\n');
    expect(exitCode).toBe(1);
  });

  test.runIf(process.getuid?.() !== 0)('R-10: without permission ends at once with what is wrong', async () => {
    await mkdir(join(temporary.path, 'closed'), { mode: 0o500 });
    const { exitCode, stderr } = await up(join(temporary.path, 'closed', 'data'));
    expect(stderr).toContain('cannot be written: permission denied\n');
    expect(exitCode).toBe(1);
  });
});
