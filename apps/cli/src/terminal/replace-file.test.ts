import { chmod, mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TemporaryDirectory, temporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { replaceFile } from './replace-file.ts';

let directory: TemporaryDirectory;
let path: string;
beforeEach(async () => {
  directory = await temporaryDirectory();
  path = join(directory.path, 'kubemin.yaml');
});
afterEach(() => directory.remove());

const fileMode = async (file: string): Promise<number> => (await stat(file)).mode & 0o777;

test('a file that is replaced is another one: who has the old one open reads it to its end', async () => {
  await writeFile(path, 'before\n');
  const { ino } = await stat(path);
  await replaceFile(path, 'after\n');
  expect(await readFile(path, 'utf8')).toBe('after\n');
  expect((await stat(path)).ino).not.toBe(ino);
  expect(await readdir(directory.path)).toEqual(['kubemin.yaml']);
});

test('the mode is kept, unless one is given', async () => {
  await writeFile(path, 'before\n');
  await chmod(path, 0o664);
  await replaceFile(path, 'after\n');
  expect(await fileMode(path)).toBe(0o664);
  await replaceFile(path, 'secret\n', 0o600);
  expect(await fileMode(path)).toBe(0o600);
});

test('a new file has the given mode, or the default one', async () => {
  await replaceFile(path, 'new\n', 0o600);
  expect(await fileMode(path)).toBe(0o600);
  const [ours, usual] = [join(directory.path, 'ours'), join(directory.path, 'usual')];
  await replaceFile(ours, 'new\n');
  await writeFile(usual, 'new\n');
  expect(await fileMode(ours)).toBe(await fileMode(usual));
});

test('behind a symbolic link the file is replaced, and the link stays', async () => {
  const real = join(directory.path, 'real.yaml');
  await writeFile(real, 'before\n');
  await symlink('real.yaml', path);
  await replaceFile(path, 'after\n');
  expect(await readlink(path)).toBe('real.yaml');
  expect(await readFile(real, 'utf8')).toBe('after\n');
});

test('a place that takes no file is refused and leaves nothing beside it', async () => {
  await mkdir(path);
  await expect(replaceFile(path, 'after\n')).rejects.toMatchObject({ code: 'EISDIR' });
  await expect(replaceFile(join(directory.path, 'nowhere', 'x'), '')).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await readdir(directory.path)).toEqual(['kubemin.yaml']);
});

test.skipIf(process.getuid?.() === 0)('a file that was made read-only stays as it is', async () => {
  await writeFile(path, 'before\n', { mode: 0o400 });
  await expect(replaceFile(path, 'after\n')).rejects.toMatchObject({ code: 'EACCES' });
  expect(await readFile(path, 'utf8')).toBe('before\n');
});
