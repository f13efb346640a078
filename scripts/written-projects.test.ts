import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createPlatformClient, isTerminal } from '@kubemin/client';
import { httpTransport, loadKubeconfig, renderKubeconfig } from '@kubemin/kube';
import { core } from '@kubemin/kubeapi/resources';
import {
  eventually,
  quickDirectory,
  startTestCluster,
  type TemporaryDirectory,
  type TestCluster,
} from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { kubectlVersion } from '../apps/cli/src/test-support/kubectl.ts';
import { packLibraries } from './tarballs.ts';
import { writeCommandBundle } from './test-support/command-bundle.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..');

const hasKubectl = (await kubectlVersion()) !== undefined;
let directory: TemporaryDirectory;
/** The controller of one page, and the plug-in of another. */
let project: string;
let plugin: string;
let files: ReadonlyMap<string, string>;
let pluginFiles: ReadonlyMap<string, string>;

/** The files of a page, by the name that stands in the first line of each, and nothing changed about them. */
async function filesOfPage(page: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(join(ROOT, 'docs', page), 'utf8');
  const fences = text.matchAll(/^```(?:ts|js|json|yaml)\n((?:\/\/|#) (\S+)\n[\s\S]*?)^```/gm);
  return new Map([...fences].map(([, file = '', name = '']) => [name, file]));
}

async function create({ handler }: TestCluster, greeting: unknown): Promise<void> {
  const path = '/apis/demo.example.org/v1/namespaces/default/greetings';
  const body = { kind: 'value', value: greeting } as const;
  const { status } = await handler({ method: 'POST', path, query: new URLSearchParams(), headers: {}, body });
  expect(status).toBe(201);
}

// As on another machine: an empty directory, tarballs, and no access to a registry.
beforeAll(async () => {
  directory = await quickDirectory();
  const packages = join(directory.path, 'packages');
  project = join(directory.path, 'greeter');
  await mkdir(packages);
  await mkdir(project);
  plugin = join(directory.path, 'service-monitor');
  files = await filesOfPage('write-a-controller.md');
  pluginFiles = await filesOfPage('plugins.md');
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
  await symlink(join(project, 'node_modules'), join(directory.path, 'node_modules'));
});
afterAll(() => directory?.remove());

test('the pages show every file of the projects', () => {
  expect([...files.keys()]).toEqual(['tsconfig.json', 'greeting.ts', 'greeter.ts', 'main.ts', 'hello.yaml']);
  expect([...pluginFiles.keys()]).toEqual(['tsconfig.json', 'index.ts', 'index.test.js', 'crd.yaml', 'shop.yaml']);
});

/** Compiles a project; resolves with what the compiler prints, which is nothing if all is well. */
async function compile(directory: string): Promise<string> {
  const typeRoots = join(ROOT, 'node_modules', '@types');
  const args = ['-p', directory, '--typeRoots', typeRoots, '--singleThreaded'];
  return (await run(join(ROOT, 'node_modules', '.bin', 'tsc'), args)).stdout;
}

test('the controller of the page type-checks against the tarballs, strictly', async () => {
  expect(await compile(project)).toBe('');
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

/** Writes a plug-in with one step type, as plain JavaScript. */
async function writeHostile(
  name: string,
  code: { readonly load?: string; readonly run?: string; readonly contract?: number },
) {
  const path = join(directory.path, name);
  await mkdir(path);
  const { load = '', run: body = '', contract = 1 } = code;
  const step = `{ summary: 'Misbehaves.', schema: { type: 'object' }, run: async () => { ${body} } }`;
  const text = `${load}\nexport default { contract: ${contract}, name: '${name}', version: '1.0.0', stepTypes: { ${name}: ${step} } };`;
  await writeFile(join(path, 'index.mjs'), text);
}

test('the plug-in of the page, built from the tarballs, delivers through the built command beside five hostile ones', async () => {
  const program = await writeCommandBundle(join(directory.path, 'program'));
  const home = join(directory.path, 'home');
  const env = { PATH: process.env.PATH, HOME: directory.path, KUBEMIN_HOME: home, KUBEMIN_EGRESS: 'off' };
  const kubemin = (...args: readonly string[]) =>
    run(process.execPath, [program, ...args], { cwd: directory.path, env });
  await kubemin('plugin', 'init', 'service-monitor');
  for (const [name, text] of pluginFiles) await writeFile(join(plugin, name), text);
  expect(await compile(plugin)).toBe('');
  await run(process.execPath, ['--test'], { cwd: plugin });
  await writeHostile('throws', { load: 'throw new Error("no");' });
  await writeHostile('future', { contract: 2 });
  await writeHostile('loops', { run: 'for (;;) {}' });
  await writeHostile('heap', {
    run: 'const all = []; for (;;) { all.push(new Array(1_000_000).fill(0)); await new Promise(setImmediate); }',
  });
  await writeHostile('outside', {
    run: 'setTimeout(() => { throw new Error("late"); }); await new Promise(() => {});',
  });
  const plugins = ['throws', 'future', 'loops', 'heap', 'outside', 'service-monitor'];
  const limits = ['--plugin-stall-timeout', '2s', '--plugin-memory', '64'];
  const ports = ['--port', '0', '--kube-port', '0', '--runtime', 'simulated', '--nodes', '1'];
  await kubemin('up', '--detach', ...ports, ...limits, '--plugins', plugins.join(','));
  try {
    const endpoints: { readonly platform: string } = JSON.parse(await readFile(join(home, 'endpoints.json'), 'utf8'));
    const token = (await readFile(join(home, 'admin-token'), 'utf8')).trim();
    const client = createPlatformClient({ url: endpoints.platform, token });
    const listed = (await client.listPlugins()).plugins.map(({ source, state, message }) => [source, message ?? state]);
    expect(listed).toEqual([
      ['throws', expect.stringContaining('the module could not be loaded: no')],
      ['future', expect.stringContaining('it is written for contract 2, and this KubeMin has contract 1')],
      ...['loops', 'heap', 'outside', 'service-monitor'].map((source) => [source, 'loaded']),
    ]);
    await kubemin('apply', '-f', join(plugin, 'crd.yaml'));
    const runs = await Promise.all(
      ['loops', 'heap', 'outside'].map(async (jobType) => {
        const text = JSON.stringify({ name: jobType, component: [], workflow: [{ name: 'work', jobType }] });
        const { id } = await client.saveApplication({ text, format: 'json' });
        const { taskId } = await client.execWorkflow(id);
        const ended = await eventually(() => client.taskStatus(taskId), { until: ({ status }) => isTerminal(status) });
        return [ended.status, ended.jobs.map(({ error }) => error)];
      }),
    );
    expect(runs).toEqual([
      ['failed', ['plug-in "loops": step "loops": it blocked its thread for 2 s and was stopped']],
      ['failed', ['plug-in "heap": step "heap": it exhausted its memory of 64 MiB and was stopped']],
      ['failed', ['plug-in "outside": step "outside": it threw outside its promise: late']],
    ]);
    const { stderr } = await kubemin('deploy', join(plugin, 'shop.yaml'), '--yes', '--no-input');
    expect(stderr).toMatch(/ServiceMonitor monitor-web-\S+ completed: created/);
    const access = loadKubeconfig(await readFile(join(home, 'kubeconfig'), 'utf8'), {
      baseDir: home,
      readFile: (file) => readFileSync(file, 'utf8'),
    });
    const transport = httpTransport({ ...access });
    const path = '/apis/monitoring.coreos.com/v1/namespaces/default/servicemonitors';
    const response = await transport.handler({ method: 'GET', path, query: new URLSearchParams(), headers: {} });
    transport.close();
    expect(JSON.stringify(response)).toContain('"endpoints":[{"interval":"15s","path":"/metrics","targetPort":80}]');
    expect(JSON.stringify(response)).toContain('"kube-min-cli-componentName":"web"');
    expect(await client.readiness()).toMatchObject({ status: 'ready' });
  } finally {
    await kubemin('down');
  }
}, 120_000);
