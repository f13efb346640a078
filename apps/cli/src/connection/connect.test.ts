import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CommandContext } from '../terminal/command-context.ts';
import { configDirectory } from '../terminal/config-directory.ts';
import type { Environment } from '../terminal/terminal.ts';
import { fakeContext } from '../test-support/fake-context.ts';
import { connect } from './connect.ts';
import { writeEndpoints } from './endpoints-file.ts';
import { savePlatform } from './saved-platforms.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeEach(async () => {
  directory = await temporaryDirectory();
  await writeFile(join(directory.path, 'admin-token'), 'local-admin');
  await writeEndpoints(join(directory.path, 'endpoints.json'), { pid: 1, platform: 'http://127.0.0.1:1' });
});
afterEach(() => directory.remove());

function context(env: Environment, given: Partial<CommandContext> = {}): CommandContext {
  return fakeContext({ env, cwd: directory.path, homeDirectory: directory.path, ...given }).context;
}

test('the token of a data directory is never sent to an address from elsewhere', async () => {
  const elsewhere = connect(context({ KUBEMIN_URL: 'http://127.0.0.1:2', KUBEMIN_HOME: directory.path }));
  await expect(elsewhere).rejects.toMatchObject({ code: 'TOKEN_MISSING', exitCode: 4 });
});

test('address and token from the environment come first', async () => {
  const connection = await connect(context({ KUBEMIN_URL: 'http://127.0.0.1:2', KUBEMIN_TOKEN: 't' }));
  expect(connection).toMatchObject({ url: 'http://127.0.0.1:2', endpoints: undefined });
});

test('a damaged endpoints file counts as nothing running', async () => {
  await writeFile(join(directory.path, 'endpoints.json'), '{"pid": 1,');
  await expect(connect(context({ KUBEMIN_HOME: directory.path }))).rejects.toMatchObject({
    code: 'NOT_RUNNING',
    exitCode: 5,
  });
});

test('an option counts before variables, these before the context in use, and that before the nearest directory', async () => {
  const saved = { name: 'prod', kind: 'address', url: 'http://127.0.0.1:3', token: 'p' } as const;
  const config = configDirectory({ env: {}, homeDirectory: directory.path });
  await savePlatform(config, saved);
  await savePlatform(config, { ...saved, name: 'test', url: 'http://127.0.0.1:4' });
  const inUse = { preferences: { context: 'prod' } };
  const place = async (env: Environment, given: Partial<CommandContext>): Promise<string> =>
    (await connect(context(env, given))).url;
  const url = { KUBEMIN_URL: 'http://127.0.0.1:2', KUBEMIN_TOKEN: 't' };
  expect(await place(url, { ...inUse, dataDir: directory.path })).toBe('http://127.0.0.1:1');
  expect(await place(url, { ...inUse, contextName: 'test' })).toBe('http://127.0.0.1:4');
  expect(await place(url, inUse)).toBe('http://127.0.0.1:2');
  expect(await place({ KUBEMIN_CONTEXT: 'test' }, inUse)).toBe('http://127.0.0.1:4');
  expect(await place({ KUBEMIN_HOME: directory.path }, inUse)).toBe('http://127.0.0.1:1');
  expect(await place({}, inUse)).toBe('http://127.0.0.1:3');
});

test('a context without a token is refused, unless a variable has one', async () => {
  const config = configDirectory({ env: {}, homeDirectory: directory.path });
  await savePlatform(config, { name: 'prod', kind: 'address', url: 'http://127.0.0.1:3' });
  await expect(connect(context({}, { contextName: 'prod' }))).rejects.toMatchObject({ code: 'TOKEN_MISSING' });
  expect(await connect(context({ KUBEMIN_TOKEN: 't' }, { contextName: 'prod' }))).toMatchObject({ token: 't' });
  await expect(connect(context({}, { contextName: 'prodd' }))).rejects.toMatchObject({ exitCode: 5 });
});

test('what is saved can be read by its owner only', async () => {
  const config = configDirectory({ env: {}, homeDirectory: directory.path });
  await savePlatform(config, { name: 'prod', kind: 'address', url: 'http://127.0.0.1:3', token: 'p' });
  expect((await stat(config.platforms)).mode & 0o777).toBe(0o600);
});
