import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TemporaryDirectory, temporaryDirectory } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHere } from '../test-support/run-here.ts';

// What a user does without a platform: a plug-in is made, listed, and used by the commands that read documents.

let directory: TemporaryDirectory;
let here: { readonly cwd: string };
beforeAll(async () => {
  directory = await temporaryDirectory();
  here = { cwd: directory.path };
  expect(await runHere(['plugin', 'init', 'time-zone'], here)).toMatchObject({ exitCode: 0, stdout: 'time-zone\n' });
});
afterAll(() => directory?.remove());

test('a plug-in that was just made is loaded and listed', async () => {
  const { exitCode, stdout } = await runHere(['plugin', 'ls', '--plugins', 'time-zone', '-o', 'json'], here);
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject([
    { name: 'time-zone', version: '0.1.0', contract: 1, state: 'loaded', adds: { traits: ['timeZone'] } },
  ]);
});

test('its example is refused without it, and valid and rendered with it', async () => {
  const file = 'time-zone/example.yaml';
  expect(await runHere(['validate', file], here)).toMatchObject({ exitCode: 3 });
  expect(await runHere(['validate', file], { ...here, env: { KUBEMIN_PLUGINS: 'time-zone' } })).toMatchObject({
    exitCode: 0,
  });
  const { stdout } = await runHere(['render', file, '--offline', '--plugins', 'time-zone'], here);
  expect(stdout).toContain('value: Europe/Berlin');
});

test('a problem that its check reports has the line of the document', async () => {
  const text = await readFile(join(directory.path, 'time-zone', 'example.yaml'), 'utf8');
  await writeFile(join(directory.path, 'bad.yaml'), text.replace('Europe/Berlin', 'New York'));
  const { exitCode, stdout } = await runHere(['validate', 'bad.yaml', '--plugins', 'time-zone'], here);
  expect(exitCode).toBe(3);
  expect(stdout).toContain('bad.yaml:11:9 error INVALID_ZONE component[0].traits.timeZone.zone');
});

test('its trait has a schema, and is added by name', async () => {
  const { stdout } = await runHere(['schema', 'timeZone', '--plugins', 'time-zone'], here);
  expect(stdout).toMatch(/^FIELD[\s\S]*zone\s+yes/);
  const added = ['--set', 'zone=Asia/Tokyo', '--component', 'web', '--no-input', '--plugins', 'time-zone'];
  await writeFile(
    join(directory.path, 'kubemin.yaml'),
    'name: shop\ncomponent:\n  - { name: web, type: webservice, image: "web:1" }\n',
  );
  expect(await runHere(['add', 'trait', 'timeZone', ...added], here)).toMatchObject({ exitCode: 0 });
  expect(await readFile(join(directory.path, 'kubemin.yaml'), 'utf8')).toContain('Asia/Tokyo');
});

test.each([
  ['plugin', 'init', 'Time Zone'],
  ['plugin', 'init', 'time-zone'],
  ['plugin', 'ls', '--plugins', 'absent'],
])('%s %s %s %s is refused with the reason', async (...args) => {
  const { exitCode, stderr } = await runHere(
    args.filter((arg) => arg !== undefined),
    here,
  );
  expect(exitCode).not.toBe(0);
  expect(stderr).toMatch(/not a name for a plug-in|already exists|no directory "absent"/);
});
