import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dataDirectory } from '../connection/data-directory.ts';
import { readEndpoints } from '../connection/endpoints-file.ts';
import { kubectlVersion } from '../test-support/kubectl.ts';
import { kubemin } from '../test-support/kubemin-command.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import { type FinishedKubemin, KUBEMIN } from '../test-support/kubemin-process.ts';
import { runHere } from '../test-support/run-here.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const PORTS = ['--port', '0', '--kube-port', '0'];

let home: KubeminHome;
let env: Readonly<Record<string, string>>;
beforeEach(async () => {
  home = await KubeminHome.create();
  env = { HOME: home.at('user'), XDG_CONFIG_HOME: home.at('user/.config') };
  for (const name of ['checkout', 'elsewhere', 'user']) await mkdir(home.at(name));
});
afterEach(() => home.remove());

const run = (place: string, line: string): Promise<FinishedKubemin> =>
  runHere(line.split(' '), { cwd: home.at(place), env, homeDirectory: home.at('user') });

/** Takes a port, unless another program of the machine has it already. */
async function takePort(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  // A port that another program has is taken as well.
  await new Promise((resolve) => server.once('listening', resolve).once('error', resolve));
  return server;
}

async function platformUrl(path: string): Promise<string> {
  return (await readEndpoints(dataDirectory(path).endpoints))?.platform ?? '';
}

describe('platforms of one machine', () => {
  test('R-17: commands in any directory find the platform that runs, and name the one they use where several run', async () => {
    const taken = await Promise.all([takePort(8080), takePort(6443)]);
    const first = home.startWith({ env }, 'up', '--data-dir', 'checkout/.kubemin');
    await first.waitForOutput('KubeMin is up');
    for (const server of taken) server.close();
    // The ports were defaults: the next free ones take their place.
    expect(first.stderr).toMatch(/port 8080 is in use; using 80(8[1-9]|9\d) \(choose another with --port PORT\)/);
    expect(first.stderr).toMatch(/port 6443 is in use; using 64\d\d \(choose another with --kube-port PORT\)/);
    const one = home.at('checkout/.kubemin');
    const firstUrl = await platformUrl(one);
    expect(firstUrl).not.toContain(':8080');
    expect(await run('elsewhere', 'ls')).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('no applications yet'),
    });

    const second = home.startWith({ env }, 'up', ...PORTS);
    await second.waitForOutput('KubeMin is up');
    const two = home.at('user/.kubemin');
    const secondUrl = await platformUrl(two);
    expect(second.stderr).toContain(`another KubeMin is running: ${one} (${firstUrl}); starting this one on ${two}`);

    const used = (path: string, url: string, other: string, otherUrl: string): string =>
      `using ${path} (${url}); also running: ${other} (${otherUrl}); select one with --data-dir DIR\n`;
    const listed = await run('elsewhere', 'status');
    expect(listed.stdout).toContain(secondUrl);
    expect(listed.stderr).toBe(used(two, secondUrl, one, firstUrl));
    // The one of the directory comes first, and what was chosen needs no word.
    expect((await run('checkout', 'status')).stderr).toBe(used(one, firstUrl, two, secondUrl));
    expect((await run('elsewhere', `status --data-dir ${one}`)).stderr).toBe('');
    expect(await run('elsewhere', 'down')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('several platforms are running'),
    });

    // A port that was given is that one or none.
    const port = new URL(firstUrl).port;
    const line = `up --data-dir third --kube-port 0 --port ${port}`;
    const refused = await kubemin(line.split(' '), { cwd: home.at('elsewhere'), env });
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain(`kubemin up --data-dir third --port 0 picks a free one`);

    await second.end('SIGKILL');
    // A killed process is not considered running, although its files exist.
    expect((await run('elsewhere', 'status')).stdout).toContain(firstUrl);
    const none = await run('elsewhere', `ls --data-dir ${home.at('nothing')}`);
    expect(none.stderr).toContain(`running: ${one} (${firstUrl}); choose one with --data-dir DIR`);
    const stopped = await run('elsewhere', 'down');
    expect(stopped.stderr).toBe(`stopped; start it again with kubemin up --data-dir ${one}\n`);
    // As printed, and where it was started it is found without a word.
    expect((await run('checkout', 'ls')).stderr).toContain(`no running KubeMin found (looked in ${one})`);
  }, 60_000);
});

describe('the demo, and what is printed', () => {
  test('R-17: a demo that was deleted stays deleted, and every printed command works as it was printed', async () => {
    const byNpm = { ...env, KUBEMIN_COMMAND: '', npm_lifecycle_event: 'npx', PATH: process.env.PATH ?? '' };
    const start = ['up', '--demo-once', '--data-dir', '.kubemin', ...PORTS];
    const first = home.startWith({ env: { ...byNpm, KUBEMIN_COMMAND: KUBEMIN } }, ...start);
    await first.waitForOutput('KubeMin is up');
    const advised = first.stdout.split('\n').filter((line) => line.startsWith(`  ${KUBEMIN} `));
    expect(advised.length).toBe(5);
    const hasKubectl = (await kubectlVersion()) !== undefined;
    for (const line of advised.filter(
      (each) => !/ (init|down)$/.test(each) && (hasKubectl || !each.includes('kubectl')),
    )) {
      await type(line);
    }
    const deleted = await type(`${KUBEMIN} delete demo --yes`);
    const [, shows = ''] = / {2}(\S+kubemin run show \S+)/.exec(deleted) ?? [];
    await type(shows);
    await type(advised.at(-1) ?? '');
    await first.finished();

    const second = home.startWith({ env: byNpm }, ...start);
    await second.waitForOutput('KubeMin is up');
    expect(second.stderr).toContain(
      'demo: not deployed because it was deleted before; deploy it with npx kubemin up --demo',
    );
    expect(second.stdout).toContain('\n  npx kubemin status\n');
    expect(JSON.parse((await runHere(['ls', '-o', 'json'], { cwd: home.path, env })).stdout)).toEqual([]);
    // What npx would find in the checkout is that program.
    await type(`${KUBEMIN} up --demo`);
    expect((await runHere(['status', 'demo'], { cwd: home.path, env })).stdout).toContain('Healthy');
  }, 60_000);

  /** Types a line into a shell, in the directory the platform was started from. */
  async function type(line: string): Promise<string> {
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', line], {
      cwd: home.path,
      env: { ...env, PATH: process.env.PATH, KUBEMIN_COMMAND: KUBEMIN },
    });
    return `${stdout}${stderr}`;
  }
});

test('R-17: npm start passes on what makes the choice of npm start and up the same', async () => {
  const { default: manifest } = await import('../../../../package.json', { with: { type: 'json' } });
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's.
  expect(manifest.scripts.start).toContain('up --demo-once --data-dir "${KUBEMIN_HOME:-.kubemin}"');
  expect(dirname(KUBEMIN)).toBe(join(ROOT, 'bin'));
});
