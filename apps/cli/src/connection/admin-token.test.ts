import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemRandom } from '@kubemin/base';
import { type TemporaryDirectory, temporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadOrCreateAdminToken } from './admin-token.ts';

let directory: TemporaryDirectory;
let path: string;
beforeEach(async () => {
  directory = await temporaryDirectory();
  path = join(directory.path, 'admin-token');
});
afterEach(() => directory.remove());

const load = (given?: string): Promise<string> => loadOrCreateAdminToken(path, systemRandom, given);

test('the token of the first start stays, for its owner only', async () => {
  const token = await load();
  expect(token).toMatch(/^[A-Za-z0-9]{43}$/);
  expect(await load()).toBe(token);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(directory.path)).toEqual(['admin-token']);
});

test('instances that start for the first time together agree on one token', async () => {
  const tokens = await Promise.all(Array.from({ length: 20 }, () => load()));
  expect(new Set(tokens).size).toBe(1);
  expect(await readFile(path, 'utf8')).toBe(`${tokens[0]}\n`);
});

test('a token that is given replaces the one that was made, and an empty file counts as none', async () => {
  await load();
  expect(await load('given-by-another-process')).toBe('given-by-another-process');
  expect(await load()).toBe('given-by-another-process');
  await writeFile(path, '');
  expect(await load()).toMatch(/^[A-Za-z0-9]{43}$/);
});
