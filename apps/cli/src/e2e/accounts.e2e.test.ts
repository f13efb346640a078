import { writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { kubemin } from '../test-support/kubemin-command.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';

let home: KubeminHome;
beforeEach(async () => {
  home = await KubeminHome.create();
});
afterEach(() => home.remove());

const run = (...args: readonly string[]) => kubemin([...args, '--data-dir', home.at()]);

test('a user is made, given a token that does what their role allows, and loses it', async () => {
  await home.up();
  expect(await run('user', 'add', 'ada', '--role', 'shop=viewer')).toMatchObject({ exitCode: 0 });
  expect((await run('user', 'ls')).stdout).toMatch(/ada +shop=viewer/);
  const made = await run('token', 'create', 'laptop', '--user', 'ada', '--expires', '90d');
  expect(made).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^kmt_\w{43}\n$/) });
  const asAda = (...args: readonly string[]) =>
    kubemin([...args, '--data-dir', home.at()], { env: { KUBEMIN_TOKEN: made.stdout.trim() } });
  const file = home.at('shop.json');
  await writeFile(file, JSON.stringify({ name: 'shop', project: 'shop', component: [] }));
  expect(await asAda('deploy', file)).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('role deployer') });
  expect((await asAda('whoami')).stdout).toMatch(/^user +ada\nroles +shop=viewer\nscopes +all\n/);
  expect(JSON.parse((await run('whoami', '-o', 'json')).stdout)).toMatchObject({ user: 'admin' });
  expect(await asAda('audit')).toMatchObject({ exitCode: 4, stdout: '' });
  const { stdout: audit } = await run('audit', '--user', 'ada', '--since', '1h');
  expect(audit).toMatch(/^TIME +USER +ACTION .*\n\S+ +ada +saveApplication +FORBIDDEN/);
  expect((await run('audit', '--app', 'nobody')).stdout).toMatch(/^TIME.*\n$/);
  expect(await run('user', 'set', 'ada', '--role', 'shop=admin')).toMatchObject({ exitCode: 0 });
  expect(await asAda('user', 'ls')).toMatchObject({ exitCode: 4 });
  const [, row] = (await asAda('token', 'ls')).stdout.split('\n');
  expect(row).toMatch(/laptop +ada +active +all +all/);
  const id = row?.split(' ', 1)[0] ?? '';
  expect(await asAda('token', 'revoke', id)).toMatchObject({ exitCode: 0 });
  expect(await asAda('ls')).toMatchObject({ exitCode: 4 });
  expect(await run('user', 'rm', 'ada')).toMatchObject({ exitCode: 0 });
  expect(await run('user', 'rm', 'admin')).toMatchObject({ exitCode: 6 });
  expect(await run('user', 'add', 'bob', '--role', 'viewer')).toMatchObject({ exitCode: 0 });
  expect((await run('user', 'ls')).stdout).toMatch(/bob +\*=viewer/);
  expect(await run('user', 'add', 'eve', '--role', 'shop=king')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--role shop=deployer for the project shop, --role deployer for all projects'),
  });
});
