import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dataDirectory } from '../connection/data-directory.ts';
import { isHeld } from '../connection/directory-lock.ts';
import { readEndpoints } from '../connection/endpoints-file.ts';
import { kubemin } from '../test-support/kubemin-command.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';

const FREE_PORTS = ['--port', '0', '--kube-port', '0'];

let home: KubeminHome;
beforeEach(async () => {
  home = await KubeminHome.create();
});
afterEach(async () => {
  await kubemin(['down', '--data-dir', home.at()]);
  await home.remove();
});

test('up in the background returns when KubeMin is ready, can be repeated, and is stopped by down', async () => {
  const begin = () => kubemin(['up', '--detach', '--demo', '--data-dir', home.at(), ...FREE_PORTS]);
  const first = await begin();
  expect(first).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('KubeMin is up.') });
  expect(first.stdout).toContain('no containers run here');
  const endpoints = await readEndpoints(dataDirectory(home.at()).endpoints);
  expect((await fetch(`${endpoints?.platform}/readyz`)).status).toBe(200);
  const [code] = /(?<=#login=)\w+/.exec(first.stdout) ?? [];
  const login = () => fetch(`${endpoints?.platform}/api/v1/login`, { method: 'POST', body: JSON.stringify({ code }) });
  expect(await (await login()).json()).toMatchObject({ user: 'admin', token: expect.stringMatching(/^kmt_/) });
  expect((await login()).status).toBe(401);
  const again = await begin();
  expect(again).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(`process ${endpoints?.pid}`) });
  // The line with the one-time login differs; everything else is the same.
  const lines = (text: string): readonly string[] => text.split('\n').filter((line) => !line.includes('open '));
  expect(lines(again.stdout)).toEqual(lines(first.stdout));
  const shown = await kubemin(['status', '--data-dir', home.at()]);
  expect(shown.stdout).toMatch(/^nodes +3 \(simulated\)$/m);
  expect(shown.stdout).toMatch(new RegExp(`^process +${endpoints?.pid}, for \\d`, 'm'));
  const status = await kubemin(['status', 'demo', '--data-dir', home.at(), '-o', 'json']);
  expect(JSON.parse(status.stdout)).toMatchObject({ health: { phase: 'Healthy' } });
  expect(await kubemin(['down', '--data-dir', home.at()])).toMatchObject({ exitCode: 0 });
  expect(isHeld(dataDirectory(home.at()).lock)).toBe(false);
});

test('of two starts in the background at once one wins, and the other joins it', async () => {
  const begin = () => kubemin(['up', '--detach', '--data-dir', home.at(), ...FREE_PORTS]);
  const both = await Promise.all([begin(), begin()]);
  expect(both.map(({ exitCode, stderr }) => ({ exitCode, failed: stderr.includes('did not start') }))).toEqual([
    { exitCode: 0, failed: false },
    { exitCode: 0, failed: false },
  ]);
  const address = ({ stdout }: { readonly stdout: string }) => /http:\S+(?=\/api\/v1)/.exec(stdout)?.[0];
  expect(address(both[0])).toMatch(/^http:/);
  expect(address(both[0])).toBe(address(both[1]));
});

test('a failed start in the background prints the output of the process, and leaves nothing running', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const address = blocker.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  try {
    const { exitCode, stderr } = await kubemin([
      ...['up', '--detach', '--data-dir', home.at(), '--port', String(port), '--kube-port', '0'],
    ]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('did not start');
    expect(stderr).toContain(String(port));
    expect(stderr).toContain('--port');
  } finally {
    blocker.close();
  }
  expect(isHeld(dataDirectory(home.at()).lock)).toBe(false);
});

test('up --cluster delivers to the cluster of a context and starts none of its own', async () => {
  await home.upProcess();
  const { kubeconfig } = dataDirectory(home.at());
  const own = home.at('delivering');
  const place = ['--data-dir', own, '--kubeconfig', kubeconfig, '--port', '0'];
  const started = home.start('up', '--cluster', 'kubemin', '--demo', ...place);
  await started.waitForOutput('KubeMin is up');
  expect(started.stderr).toMatch(/cluster +✓ kubemin at https:\/\/127\.0\.0\.1:\d+, Kubernetes v1\./);
  expect(started.stdout).not.toContain('no containers run here');
  const there = await readEndpoints(dataDirectory(home.at()).endpoints);
  const here = await readEndpoints(dataDirectory(own).endpoints);
  expect(here).toMatchObject({ kubernetes: there?.kubernetes, context: 'kubemin', kubeconfig });
  await expect(readFile(dataDirectory(own).clusterStorage)).rejects.toMatchObject({ code: 'ENOENT' });
  const unknown = await kubemin(['up', '--cluster', 'ghost', '--kubeconfig', kubeconfig, '--data-dir', home.at('x')]);
  expect(unknown).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--cluster NAME') });
});
