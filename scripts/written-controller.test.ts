import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { renderKubeconfig } from '@kubemin/kube';
import { core } from '@kubemin/kubeapi/resources';
import {
  eventually,
  startTestCluster,
  type TemporaryDirectory,
  type TestCluster,
  temporaryDirectory,
} from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { kubectlVersion } from '../apps/cli/src/test-support/kubectl.ts';
import { packLibraries } from './tarballs.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..');
const PAGE = join(ROOT, 'docs', 'write-a-controller.md');

const hasKubectl = (await kubectlVersion()) !== undefined;
let directory: TemporaryDirectory;
let project: string;
let files: ReadonlyMap<string, string>;

/** The files of the page, by the name that stands in the first line of each, and nothing changed about them. */
async function filesOfPage(): Promise<ReadonlyMap<string, string>> {
  const page = await readFile(PAGE, 'utf8');
  const fences = page.matchAll(/^```(?:ts|json|yaml)\n((?:\/\/|#) (\S+)\n[\s\S]*?)^```/gm);
  return new Map([...fences].map(([, text = '', name = '']) => [name, text]));
}

async function create({ handler }: TestCluster, greeting: unknown): Promise<void> {
  const path = '/apis/demo.example.org/v1/namespaces/default/greetings';
  const body = { kind: 'value', value: greeting } as const;
  const { status } = await handler({ method: 'POST', path, query: new URLSearchParams(), headers: {}, body });
  expect(status).toBe(201);
}

// As on another machine: an empty directory, tarballs, and no access to a registry.
beforeAll(async () => {
  directory = await temporaryDirectory();
  const packages = join(directory.path, 'packages');
  project = join(directory.path, 'greeter');
  await mkdir(packages);
  await mkdir(project);
  files = await filesOfPage();
  const ours = await packLibraries(packages);
  const others = ['yaml', 'zod'].map((name) => join(ROOT, 'node_modules', name));
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', packages, ...others]);
  const tarballs = (await readdir(packages)).map((name) => join(packages, name));
  expect(tarballs).toEqual(expect.arrayContaining([...ours]));
  await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'greeter', version: '1.0.0', type: 'module' }));
  // A separate cache: packages in the user's own would hide that a tarball lacks something.
  const alone = ['--offline', '--cache', join(directory.path, 'cache'), '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...alone, ...tarballs], { cwd: project });
  for (const [name, text] of files) await writeFile(join(project, name), text);
});
afterAll(() => directory?.remove());

test('the page shows every file of the project', () => {
  expect([...files.keys()]).toEqual(['tsconfig.json', 'greeting.ts', 'greeter.ts', 'main.ts', 'hello.yaml']);
});

test('the controller of the page type-checks against the tarballs, strictly', async () => {
  const typeRoots = join(ROOT, 'node_modules', '@types');
  const check = run(join(ROOT, 'node_modules', '.bin', 'tsc'), ['-p', project, '--typeRoots', typeRoots]);
  await expect(check).resolves.toMatchObject({ stdout: '' });
});

test('the controller of the page does what the page describes, against a cluster, and ends with SIGTERM', async () => {
  const cluster = await startTestCluster({ transport: 'http', controllers: false });
  const kubeconfig = join(project, 'kubeconfig');
  const { server = '', ca = '', token = '' } = cluster.address ?? {};
  await writeFile(kubeconfig, renderKubeconfig({ name: 'test', server, ca, token }));
  const free = ['--metrics-bind-address', '127.0.0.1:0', '--health-probe-bind-address', '127.0.0.1:0'];
  const program = spawn(process.execPath, ['main.ts', '--install-crds', ...free], {
    cwd: project,
    env: { PATH: process.env.PATH, KUBECONFIG: kubeconfig },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [program.stdout, program.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = once(program, 'close');
  try {
    await eventually(() => output, { until: (text) => text.includes('the app is up') || program.exitCode !== null });
    const kubectl = (...args: readonly string[]) =>
      run('kubectl', args, { cwd: project, env: { PATH: process.env.PATH, HOME: project, KUBECONFIG: kubeconfig } });
    if (hasKubectl) await kubectl('apply', '-f', 'hello.yaml');
    else await create(cluster, parse(files.get('hello.yaml') ?? ''));
    const maps = cluster.client.resource(core.v1.configmaps, 'default');
    const greeting = async () => (await maps.find('hello'))?.data?.text;
    expect(await eventually(greeting)).toBe('Hello, world!');
    if (hasKubectl) {
      const list = () => kubectl('get', 'greetings');
      const { stdout } = await eventually(list, { until: (result) => result.stdout.includes('Hello') });
      expect(stdout).toMatch(/^NAME\s+TEXT\s+hello\s+Hello, world!/);
    }
    await maps.delete('hello');
    expect(await eventually(greeting)).toBe('Hello, world!');
    program.kill('SIGTERM');
    expect(await ended, output).toEqual([0, null]);
  } finally {
    program.kill('SIGKILL');
    await ended;
    await cluster.close();
  }
});

test('the program prints its settings', async () => {
  const { stdout } = await run(process.execPath, ['main.ts', '--print-config'], {
    cwd: project,
    env: { PATH: process.env.PATH, GREETER_CONCURRENCE: '3' },
  });
  expect(stdout).toContain('concurrence: 3 # GREETER_CONCURRENCE');
});
