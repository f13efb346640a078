import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAdminToken } from '../connection/admin-token.ts';
import { dataDirectory } from '../connection/data-directory.ts';
import { readEndpoints } from '../connection/endpoints-file.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';

const FREE_PORTS = ['--port', '0', '--kube-port', '0'];

/** What a first start makes, in its order: each is a moment at which it can be cut off. */
const ALL_MOMENTS = [
  'lock.db',
  'admin-token',
  'certificates/ca.key',
  'cluster/objects.sqlite',
  'kubeconfig',
  'platform.db',
  'secret-keys',
  'endpoints.json',
] as const;

/** The short form has every second one. */
const MOMENTS = ALL_MOMENTS.filter((_, place) => process.env.KUBEMIN_TEST_FULL === '1' || place % 2 === 1);

let home: KubeminHome;
beforeAll(async () => {
  home = await KubeminHome.create();
});
afterAll(() => home.remove());

async function readIfPresent(path: string): Promise<string | undefined> {
  return existsSync(path) ? readFile(path, 'utf8') : undefined;
}

test.each(MOMENTS)('a first start killed at the moment it makes %s is continued by the next one', async (made) => {
  const path = home.at(made.replaceAll(/\W/g, '-'));
  const directory = dataDirectory(path);
  const first = home.start('up', '--data-dir', path, ...FREE_PORTS);
  await eventually(() => existsSync(join(path, made)) || !first.running, { longestPauseMs: 10 });
  const { stderr } = await first.end('SIGKILL');
  expect(existsSync(join(path, made)), stderr).toBe(true);
  const token = await readAdminToken(directory.adminToken);
  const keys = await readIfPresent(directory.secretKeys);

  const second = home.start('up', '--data-dir', path, ...FREE_PORTS);
  await second.waitForOutput('KubeMin is up');
  const endpoints = await readEndpoints(directory.endpoints);
  expect(await (await fetch(`${endpoints?.platform}/readyz`)).json()).toMatchObject({ status: 'ready' });
  // Tokens and certificates that were handed out by then stay valid.
  if (token !== undefined) expect(await readAdminToken(directory.adminToken)).toBe(token);
  if (keys !== undefined) expect(await readIfPresent(directory.secretKeys)).toBe(keys);
  await second.end('SIGKILL');
});
