import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writePrivateJson } from '../terminal/private-json.ts';
import type { FinishedKubemin } from '../test-support/kubemin-process.ts';
import { runHere } from '../test-support/run-here.ts';
import { writeLink } from './linked-application.ts';

let home: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeEach(async () => {
  home = await temporaryDirectory();
});
afterEach(() => home.remove());

const kubemin = (line: string): Promise<FinishedKubemin> => runHere(line.split(' '), { cwd: home.path });

test('a saved platform is listed, used, shown and forgotten, and its name is free again', async () => {
  await kubemin('context add prod --url https://kubemin.example.com/ --use');
  await kubemin('context add here --data-dir data');
  expect((await kubemin('context ls')).stdout).toMatch(
    /^here +\S+data +yes\nprod +\* +https:\/\/kubemin.example.com +no$/m,
  );
  expect((await kubemin('context show -o name')).stdout).toBe('prod\n');
  expect(await kubemin('context add prod --url http://x')).toMatchObject({ exitCode: 6 });
  expect(await kubemin('context rm prod')).toMatchObject({ exitCode: 2 });
  expect(await kubemin('context rm prod --yes')).toMatchObject({ exitCode: 0 });
  expect((await kubemin('context show -o name')).stdout).toBe('-\n');
  expect(await kubemin('context use prod')).toMatchObject({
    exitCode: 5,
    stderr: expect.stringContaining('available: here'),
  });
});

test('an address that is none, a context without a place and a name that is missing are refused', async () => {
  expect(await kubemin('context add x --url ftp://x')).toMatchObject({ exitCode: 2 });
  expect(await kubemin('context add x')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--url URL') });
  expect(await kubemin('context use')).toMatchObject({ exitCode: 2 });
  expect(await kubemin('context add x --data-dir a')).toMatchObject({ exitCode: 0 });
  expect(await kubemin('ls --context x --data-dir b')).toMatchObject({ exitCode: 2 });
});

test('preferences take what their global options take, and count until they are taken back', async () => {
  expect(await kubemin('config set lang fr')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('en, zh') });
  expect(await kubemin('config set colour red')).toMatchObject({ exitCode: 2 });
  await kubemin('config set lang zh');
  await kubemin('config set output json');
  expect((await kubemin('lss')).stderr).toContain('未知命令');
  expect(JSON.parse((await kubemin('context ls')).stdout)).toEqual([]);
  expect((await kubemin('context ls -o name')).stdout).toBe('');
  await kubemin('config unset lang');
  expect((await kubemin('lss')).stderr).toContain('unknown command');
});

test('files that are damaged: preferences do not stop a command, contexts are named', async () => {
  await kubemin('context add x --url http://x');
  const directory = join(home.path, '.config', 'kubemin');
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
  await writeFile(join(directory, 'preferences.json'), '{"lang":');
  await writeFile(join(directory, 'contexts.json'), '{"x":1}');
  expect(await kubemin('config ls')).toMatchObject({ exitCode: 0 });
  expect(await kubemin('context ls')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('contexts.json') });
});

test('unlink in a directory without a link and login without a platform fail with a hint', async () => {
  expect(await kubemin('unlink')).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('is not linked to an application'),
  });
  expect(await kubemin('login')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('kubemin login URL') });
  expect(await kubemin('login http://127.0.0.1:9')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--with-token'),
  });
  expect(await kubemin('logout')).toMatchObject({ exitCode: 2 });
});

test('a configuration or a link that cannot be written is reported with a hint', async () => {
  const expected = { code: 'FILE_UNWRITABLE', hint: { message: expect.stringContaining('writable directory') } };
  await writeFile(join(home.path, '.kubemin'), 'not a directory');
  await expect(writePrivateJson(join(home.path, '.kubemin', 'contexts.json'), {})).rejects.toMatchObject(expected);
  await expect(writeLink({ cwd: home.path }, { app: 'shop' })).rejects.toMatchObject(expected);
});
