import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runHere } from '../test-support/run-here.ts';

let home: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeEach(async () => {
  home = await temporaryDirectory();
});
afterEach(() => home.remove());

async function outcomes(env: Readonly<Record<string, string>> = {}): Promise<Readonly<Record<string, string>>> {
  const { stdout } = await runHere(['doctor', '-o', 'json'], { cwd: home.path, env });
  const found: readonly { readonly name: string; readonly outcome: string }[] = JSON.parse(stdout);
  return Object.fromEntries(found.map(({ name, outcome }) => [name, outcome]));
}

test('without a platform only that check fails, with a hint, and checks that need one are skipped', async () => {
  const { exitCode, stdout } = await runHere(['doctor'], { cwd: home.path });
  expect(exitCode).toBe(1);
  expect(stdout).toContain('start one with kubemin up');
  expect(await outcomes()).toMatchObject({ config: 'pass', server: 'fail', token: 'skip', document: 'skip' });
});

test('an unreachable URL fails, too', async () => {
  const env = { KUBEMIN_URL: 'http://127.0.0.1:9', KUBEMIN_TOKEN: 't' };
  expect(await outcomes(env)).toMatchObject({ server: 'fail', token: 'skip' });
});

test('a document with errors is broken, and one without is fine', async () => {
  const file = join(home.path, 'kubemin.yaml');
  await writeFile(file, 'name: Shop!\ncomponent: []\n');
  expect(await outcomes()).toMatchObject({ document: 'fail' });
  await writeFile(file, 'name: shop\ncomponent:\n  - name: web\n    type: webservice\n    image: web:1\n');
  expect(await outcomes()).toMatchObject({ document: 'pass' });
});

test('tokens that other users can read are a warning, and unreadable files a failure', async () => {
  const directory = join(home.path, '.config', 'kubemin');
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'contexts.json'), '[]');
  await chmod(join(directory, 'contexts.json'), 0o644);
  expect(await outcomes()).toMatchObject({ config: 'warn' });
  await writeFile(join(directory, 'preferences.json'), '{');
  await chmod(join(directory, 'contexts.json'), 0o600);
  expect(await outcomes()).toMatchObject({ config: 'fail' });
});
