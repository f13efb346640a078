import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TemporaryDirectory, temporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DRAFT_NAME, DraftFile } from './draft-file.ts';

let directory: TemporaryDirectory;
beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(() => directory.remove());

test('a draft is read as it was written, for its owner alone and out of version control', async () => {
  const file = new DraftFile(directory.path);
  const draft = { from: 'compose.yaml', answers: new Map([['name', 'shop']]) };
  await file.write(draft);
  await file.write(draft);
  expect(await file.read()).toEqual(draft);
  expect((await stat(join(directory.path, DRAFT_NAME))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(directory.path, '.kubemin', '.gitignore'), 'utf8')).toBe('*\n');
});

test('a draft that is not there, was removed, or is broken, is none', async () => {
  const file = new DraftFile(directory.path);
  expect(await file.read()).toBeUndefined();
  await file.write({ answers: new Map() });
  await writeFile(join(directory.path, DRAFT_NAME), '{"answers": ');
  expect(await file.read()).toBeUndefined();
  await file.remove();
  await file.remove();
  expect(await file.read()).toBeUndefined();
});

test('invalid answers of an edited draft are ignored', async () => {
  const file = new DraftFile(directory.path);
  await file.write({ answers: new Map() });
  await writeFile(join(directory.path, DRAFT_NAME), '{"answers": {"name": 1, "namespace": "x"}}');
  expect((await file.read())?.answers).toEqual(new Map([['namespace', 'x']]));
});

test('a draft that cannot be written is reported with a hint', async () => {
  await writeFile(join(directory.path, '.kubemin'), 'not a directory');
  await expect(new DraftFile(directory.path).write({ answers: new Map() })).rejects.toMatchObject({
    code: 'FILE_UNWRITABLE',
    hint: { message: expect.stringContaining('writable directory') },
  });
});
