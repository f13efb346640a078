import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CommandContext } from './command-context.ts';
import { connect } from './connect.ts';
import { writeEndpoints } from './endpoints-file.ts';
import type { Environment } from './terminal.ts';
import { fakeContext } from './test-support/fake-context.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeEach(async () => {
  directory = await temporaryDirectory();
  await writeFile(join(directory.path, 'admin-token'), 'local-admin');
  await writeEndpoints(join(directory.path, 'endpoints.json'), { pid: 1, platform: 'http://127.0.0.1:1' });
});
afterEach(() => directory.remove());

function context(env: Environment): CommandContext {
  return fakeContext({ env, cwd: directory.path, homeDirectory: directory.path, dataDir: directory.path }).context;
}

test('the token of a data directory is never sent to an address from elsewhere', async () => {
  const elsewhere = connect(context({ KUBEMIN_URL: 'http://127.0.0.1:2' }));
  await expect(elsewhere).rejects.toMatchObject({ code: 'TOKEN_MISSING', exitCode: 4 });
});

test('address and token from the environment come first', async () => {
  const connection = await connect(context({ KUBEMIN_URL: 'http://127.0.0.1:2', KUBEMIN_TOKEN: 't' }));
  expect(connection).toMatchObject({ url: 'http://127.0.0.1:2', endpoints: undefined });
});

test('a damaged endpoints file counts as nothing running', async () => {
  await writeFile(join(directory.path, 'endpoints.json'), '{"pid": 1,');
  await expect(connect(context({}))).rejects.toMatchObject({ code: 'NOT_RUNNING', exitCode: 5 });
});
