import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import { runHere } from '../test-support/run-here.ts';

/**
 * The data directory of KubeMin at commit 518e6f36, backed up there: the application `notes` with a Secret, a volume and
 * two runs, and a run of `gate` that waits for approval. It has keys and a token of its own, which open nothing else.
 */
const EARLIER_DATA = join(import.meta.dirname, '..', 'test-support', 'earlier-data.tar.gz');

let home: KubeminHome;
beforeAll(async () => {
  home = await KubeminHome.create();
  expect(await run('restore', EARLIER_DATA)).toMatchObject({ exitCode: 0 });
  await home.up();
});
afterAll(() => home.remove());

function run(...args: readonly string[]) {
  return runHere([...args, '--data-dir', home.at()], { cwd: home.path });
}

async function readJson(...args: readonly string[]) {
  const { exitCode, stdout, stderr } = await run(...args, '-o', 'json');
  expect({ args, exitCode, stderr }).toMatchObject({ exitCode: 0 });
  return JSON.parse(stdout);
}

test('applications, revisions and runs of an earlier version are there', async () => {
  const runs: readonly { readonly number: number; readonly status: string }[] = await readJson('run', 'ls');
  expect(runs.map(({ number, status }) => `${number} ${status}`)).toEqual(['3 running', '2 completed', '1 completed']);
  const revisions = await readJson('revision', 'ls', 'notes');
  expect(revisions).toHaveLength(2);
  expect((await run('status', 'notes')).stdout).toContain('3 of 3 ready');
  expect((await run('run', 'show', '2')).stdout).toContain('scaled from 2 to 3');
});

test('its objects are in the cluster with their identity, and its secrets can be read', async () => {
  const deployment = await readJson('get', 'deployment', 'default/deploy-web-wpn3z4c4');
  expect(deployment).toMatchObject({
    metadata: { uid: '7289b0ba-f1d0-4653-947c-375995f2e142' },
    spec: { replicas: 3 },
  });
  const secret = await readJson('get', 'secret', 'default/settings');
  expect(secret.data).toEqual({ password: Buffer.from('opensesame').toString('base64') });
  expect(await run('diff', 'notes')).toMatchObject({ exitCode: 0 });
});

test('a run that waited for approval goes on, and the application can be changed', async () => {
  expect(await run('run', 'approve', '3')).toMatchObject({ exitCode: 0 });
  expect(await run('run', 'watch', '3')).toMatchObject({ exitCode: 0 });
  expect((await run('status', 'gate')).stdout).toContain('1 of 1 ready');
  expect(await run('scale', 'notes', 'web=1')).toMatchObject({ exitCode: 0 });
  expect(await run('delete', 'notes', '--yes')).toMatchObject({ exitCode: 0 });
});
