import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TemporaryDirectory, temporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dataDirectory } from '../connection/data-directory.ts';
import { acquireDirectoryLock } from '../connection/directory-lock.ts';
import { BACKUP_FORMAT, describeFiles } from '../platform/backup/manifest.ts';
import { writeArchive } from '../platform/backup/write-archive.ts';
import { runHere } from '../test-support/run-here.ts';

let home: TemporaryDirectory;
beforeEach(async () => {
  home = await temporaryDirectory();
});
afterEach(() => home.remove());

const at = (...parts: readonly string[]): string => join(home.path, ...parts);
const kubemin = (...args: readonly string[]) => runHere([...args, '--data-dir', at('data')], { cwd: home.path });

/** A data directory that was in use once, with nothing but this in it. */
async function usedDirectory() {
  const directory = dataDirectory(at('data'));
  await mkdir(directory.path);
  acquireDirectoryLock(directory.lock)?.release();
  await writeFile(directory.adminToken, 'token\n');
  return directory;
}

test('a backup without the secret keys prints that they have to be backed up separately', async () => {
  const { secretKeys } = await usedDirectory();
  const without = await kubemin('backup', 'without.tar.gz');
  expect(without).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('The secret keys are not in the data directory'),
  });
  await writeFile(secretKeys, 'key\n');
  expect((await kubemin('backup', 'with.tar.gz')).stderr).not.toContain(
    'The secret keys are not in the data directory',
  );
});

test('data that cannot be copied is reported with a hint, and leaves neither a backup nor a copy', async () => {
  const { secretKeys, backupStaging } = await usedDirectory();
  await mkdir(secretKeys);
  const { exitCode, stderr } = await kubemin('backup', 'backup.tar.gz');
  expect(exitCode).toBe(1);
  expect(stderr).toContain(`the data in ${at('data')} cannot be copied`);
  expect(stderr).toContain('its disk has space');
  expect(stderr).not.toContain('    at ');
  expect(await readdir(home.path)).toEqual(['data']);
  expect(existsSync(backupStaging)).toBe(false);
});

test('a directory that does not take a backup is not blamed on the backup', async () => {
  await mkdir(at('from'));
  await writeFile(at('from', 'apiserver'), 'from the backup');
  const files = await describeFiles(at('from'), ['apiserver']);
  const manifest = { format: BACKUP_FORMAT, version: '1', createdAt: '2026-01-02T03:04:05.000Z', files };
  await writeArchive({ from: at('from'), manifest, file: at('backup') });
  // The folder of another command, so the directory is not foreign.
  await mkdir(at('data', 'apiserver'), { recursive: true });
  await writeFile(at('data', 'apiserver', 'mine'), 'mine');
  const { exitCode, stderr } = await kubemin('restore', 'backup');
  expect(exitCode).toBe(1);
  expect(stderr).toContain(`the backup cannot be written into ${at('data')}`);
  expect(stderr).toContain('nothing was restored');
  expect(await readFile(at('data', 'apiserver', 'mine'), 'utf8')).toBe('mine');
});

test('a backup that the disk does not give away is what cannot be read', async () => {
  await mkdir(at('backup'));
  const { exitCode, stderr } = await kubemin('restore', 'backup');
  expect(exitCode).toBe(5);
  expect(stderr).toContain(`${at('backup')} cannot be read: is a directory`);
});
