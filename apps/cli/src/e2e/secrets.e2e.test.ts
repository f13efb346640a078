import { readFile, stat, writeFile } from 'node:fs/promises';
import { createPlatformClient } from '@kubemin/client';
import { renderKubeconfig } from '@kubemin/kube';
import { openSqlite } from '@kubemin/sql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readAdminToken } from '../connection/admin-token.ts';
import { dataDirectory } from '../connection/data-directory.ts';
import { kubemin } from '../test-support/kubemin-command.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import type { KubeminProcess } from '../test-support/kubemin-process.ts';

const CANARY = 'canary-of-the-rotation';
const shop = {
  name: 'shop',
  component: [{ name: 'keys', type: 'secret', properties: { secret: { password: CANARY } } }],
};

let home: KubeminHome;
beforeEach(async () => {
  home = await KubeminHome.create();
  const kubeconfig = renderKubeconfig({ name: 'nowhere', server: 'http://127.0.0.1:1', ca: '', token: 'none' });
  await writeFile(home.at('kubeconfig'), kubeconfig);
});
afterEach(() => home.remove());

const flags = () => ['--data-dir', home.at()];

async function startServer(): Promise<{ readonly process: KubeminProcess; readonly url: string }> {
  const queue = ['--msg-type', 'noop', '--port', '0', '--kubeconfig', home.at('kubeconfig')];
  const process = home.start('server', ...flags(), ...queue);
  await process.waitForOutput(/http:\/\/127\.0\.0\.1:\d+\n/);
  return { process, url: process.stdout.trim() };
}

async function createClient(url: string) {
  return createPlatformClient({ url, token: (await readAdminToken(dataDirectory(home.at()).adminToken)) ?? '' });
}

async function storedSources(): Promise<readonly string[]> {
  await using database = openSqlite({ path: dataDirectory(home.at()).platformDatabase, joins: true });
  const { query } = await database.withTables<{ revisions: { source: string } }>('looking', []);
  return (await query.selectFrom('revisions').select('source').execute()).map(({ source }) => source);
}

test('keys are made for the owner only, rotated under a running server, and what was stored stays readable', async () => {
  const { process, url } = await startServer();
  const keys = dataDirectory(home.at()).secretKeys;
  expect((await stat(keys)).mode & 0o777).toBe(0o600);
  const client = await createClient(url);
  const text = JSON.stringify(shop);
  const { id } = await client.saveApplication({ text, format: 'json' });
  const [before = ''] = await storedSources();
  expect(before).toMatch(/^sealed\.v1:/);

  const { exitCode, stdout } = await kubemin(['secrets', 'rotate', ...flags()]);
  const [, keyId = ''] = /created key (\w+) in/.exec(stdout) ?? [];
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining(`re-encrypted 2 values with key ${keyId}`)]);
  expect((await stat(keys)).mode & 0o777).toBe(0o600);
  const [after = ''] = await storedSources();
  expect(after.startsWith(`sealed.v1:${keyId}:`)).toBe(true);

  const again = await client.saveApplication({ text, format: 'json' });
  expect([again.id, again.outcome]).toEqual([id, 'unchanged']);
  await client.saveApplication({ text: JSON.stringify({ ...shop, description: 'later' }), format: 'json' });
  expect((await storedSources()).every((source) => source.startsWith(`sealed.v1:${keyId}:`))).toBe(true);
  await process.end('SIGTERM');
});

test('a rotation that is killed is finished by the next one, and the server starts in between', async () => {
  const first = await startServer();
  const client = await createClient(first.url);
  await client.saveApplication({ text: JSON.stringify(shop), format: 'json' });
  await first.process.end('SIGKILL');
  const rotation = home.start('secrets', 'rotate', ...flags());
  await rotation.waitForOutput('created key');
  await rotation.end('SIGKILL');
  const second = await startServer();
  expect(await (await createClient(second.url)).listApplications()).toMatchObject({ applications: [{ name: 'shop' }] });
  await second.process.end('SIGTERM');
  const { stdout } = await kubemin(['secrets', 'rotate', '--no-new-key', ...flags()]);
  expect(stdout).toContain('re-encrypted 2 values');
  expect(stdout).toContain('are no longer in use; remove their lines');
});

test('with another key file the start is refused, and the key that is missing is named', async () => {
  const { process } = await startServer();
  await process.end('SIGTERM');
  const { secretKeys } = dataDirectory(home.at());
  const [, keyId = ''] = /^(\w+) /m.exec(await readFile(secretKeys, 'utf8')) ?? [];
  await writeFile(secretKeys, `other ${Buffer.alloc(32, 7).toString('base64')}\n`);
  const refused = await home
    .start('server', ...flags(), '--msg-type', 'noop', '--kubeconfig', home.at('kubeconfig'))
    .finished();
  expect(refused.exitCode).not.toBe(0);
  expect(refused.stderr).toContain(`encrypted with key ${keyId}, which is not in ${secretKeys} (it has other)`);
});
