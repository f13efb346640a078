import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { containerSuite, eventually, missingNamespaces } from '@kubemin/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nodeProcesses, processMemory } from '../../../../bench/node/processes.ts';
import { readEndpoints } from '../connection/endpoints-file.ts';
import { DEMO_HOST } from '../platform/demo.ts';
import { kubemin } from '../test-support/kubemin-command.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';

const run = promisify(execFile);

const missing = await missingNamespaces();
let home: KubeminHome;
beforeEach(async () => {
  home = await KubeminHome.create();
});
afterEach(async () => {
  await home.remove();
});

const FREE = [
  '--ingress-port',
  '0',
  '--ingress-tls-port',
  '0',
  '--registry-port',
  '0',
  '--functions-port',
  '0',
  '--runtime',
  'sandbox',
];
const command = (...words: readonly string[]) => kubemin([...words, '--data-dir', home.at()]);

interface Page {
  readonly status: number | undefined;
  readonly body: string;
}

/** A request to the ingress of the running platform, as a browser makes it for a name below localhost. */
async function fetchPage(
  path: string,
  options: { readonly method?: string; readonly form?: string } = {},
): Promise<Page> {
  const { ingress = '' } = (await readEndpoints(home.at('data/endpoints.json'))) ?? {};
  const { promise, resolve, reject } = Promise.withResolvers<Page>();
  const headers = { host: DEMO_HOST, connection: 'close', 'content-type': 'application/x-www-form-urlencoded' };
  const sent = request(`${ingress}${path}`, { method: options.method ?? 'GET', headers }, (response) => {
    text(response).then((body) => resolve({ status: response.statusCode, body }), reject);
  });
  sent.on('error', reject).end(options.form);
  return promise;
}

/** What of the network and mounts of the machine a node could have changed. */
async function machineState() {
  // Other tests mount in temporary directories of their own at the same time.
  const isOfOtherTest = (mount: string): boolean => mount.includes('/kubemin-test-') && !mount.includes(home.path);
  const mounts = (await readFile('/proc/self/mountinfo', 'utf8')).split('\n');
  return {
    routes: await readFile('/proc/net/route', 'utf8'),
    addresses: await readFile('/proc/net/fib_trie', 'utf8'),
    devices: (await readdir('/sys/class/net')).toSorted(),
    mounts: mounts.filter((mount) => !isOfOtherTest(mount)),
  };
}

/** Devices and routes of the network that pods are in. */
async function nodeNetwork() {
  const [pid = ''] = (await readFile(home.at('data/node/runtime/anchor.stat'), 'utf8')).split(' ');
  const lines = async (file: string) => (await readFile(`/proc/${pid}/net/${file}`, 'utf8')).trim().split('\n');
  return {
    devices: (await lines('dev')).slice(2).map((line) => line.trim().split(':')[0] ?? ''),
    destinations: (await lines('route')).slice(1).map((line) => line.split('\t')[1] ?? ''),
  };
}

/** Processes that were started for the data directory, its containers included. */
async function processes(): Promise<readonly string[]> {
  const found: string[] = [];
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (words.includes(home.at())) found.push(words.replaceAll('\0', ' '));
  }
  return found;
}

const MIB = 1_048_576;
/**
 * What `up` takes at most with the demo, containers included, without pages of files: how those are divided depends on what
 * else runs on the machine. It is 155 to 171, from the sources, with a compiler in two of the processes, 220 to 225, and
 * without limits to the heap of the main process 246 to 266.
 */
const MOST_MIB = { bundle: 215, sources: 290 };

/** The memory of all processes of the node and of `up`, and the most that they may take. */
async function memory() {
  const { pid = 0 } = (await readEndpoints(home.at('data/endpoints.json'))) ?? {};
  const all = nodeProcesses(home.at('data/node/runtime'), [pid]);
  const words = all.find((found) => found.pid === pid)?.command ?? [];
  const form = words.some((word) => word.endsWith('.mjs')) ? 'bundle' : 'sources';
  return { processes: all.length, mib: processMemory(all).anonymousBytes / MIB, mostMib: MOST_MIB[form] };
}

async function podRestarts(): Promise<Readonly<Record<string, number>>> {
  const { stdout } = await command('get', 'pods', '-o', 'json');
  const {
    items,
  }: { items: readonly { metadata: { name: string }; status: { containerStatuses?: { restartCount: number }[] } }[] } =
    JSON.parse(stdout);
  return Object.fromEntries(
    items.map(({ metadata, status }) => [metadata.name, status.containerStatuses?.[0]?.restartCount ?? -1]),
  );
}

describe.skipIf(missing !== undefined)(containerSuite('containers', missing), () => {
  test('the page of the demo is served, also after kill -9 by the same pods with the stored data; down and reset leave nothing', async () => {
    const before = await machineState();
    const first = await home.upProcess('--demo', ...FREE);
    expect(first.stdout).toContain('Pods run in containers on this machine');
    expect(first.stdout).toMatch(/http:\/\/demo\.localhost:\d+/);
    const page = await eventually(() => fetchPage('/'), { until: ({ status }) => status === 200 });
    expect(page.body).toContain('KubeMin demo');
    await fetchPage('/notes', { method: 'POST', form: 'text=remember+me' });
    // No device of the machine is there, and no default route: packets for addresses of the cluster cannot leave.
    const network = await nodeNetwork();
    const own = (await machineState()).devices;
    expect(network.devices.filter((name) => name !== 'lo' && own.includes(name))).toEqual([]);
    expect(network.devices.length).toBe(1 + 3);
    expect(network.destinations).not.toContain('00000000');
    const restarts = await podRestarts();
    expect(Object.values(restarts)).toEqual([0, 0, 0]);
    const { processes: running, mib, mostMib } = await memory();
    // Main process, agent and three programs at least; else something was not counted.
    expect(running).toBeGreaterThan(5);
    expect(mib).toBeGreaterThan(100);
    expect(mib).toBeLessThan(mostMib);

    await first.end('SIGKILL');
    expect((await processes()).filter((words) => words.includes('supervisor'))).not.toEqual([]);
    await home.upProcess(...FREE);
    const again = await eventually(() => fetchPage('/state'), { until: ({ status }) => status === 200 });
    expect(again.body).toContain('remember me');
    expect(await podRestarts()).toEqual(restarts);
    const [pod = ''] = Object.keys(restarts);
    expect((await command('logs', 'demo', '--tail', '5')).exitCode).toBe(0);
    expect((await command('doctor')).stdout).toMatch(/pass\s+ingress class\s.*kubemin/);
    expect(pod).not.toBe('');

    expect(await command('down')).toMatchObject({ exitCode: 0 });
    await eventually(async () => (await processes()).length === 0);
    expect(await machineState()).toEqual(before);
    expect(await command('reset', '--yes')).toMatchObject({ exitCode: 0 });
    await expect(readdir(home.at())).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('a node whose anchor is killed runs its pods again, and simulated nodes replace it when they are asked for', async () => {
    const up = await home.upProcess('--demo', ...FREE);
    const before = await podRestarts();
    const [pid = ''] = (await readFile(home.at('data/node/runtime/anchor.stat'), 'utf8')).split(' ');
    process.kill(Number(pid), 'SIGKILL');
    await eventually(podRestarts, {
      until: (now) => Object.keys(now).some((pod) => (now[pod] ?? 0) > (before[pod] ?? 0)),
    });
    await eventually(() => fetchPage('/state'), { until: ({ status }) => status === 200 });

    await up.end('SIGKILL');
    await home.upProcess('--runtime', 'simulated');
    await eventually(async () => (await processes()).every((words) => !words.includes('supervisor')));
    const nodes = await eventually(() => command('get', 'nodes', '-o', 'name'), {
      until: ({ stdout }) => !stdout.includes('kubemin'),
    });
    expect(nodes.stdout).toContain('simulated-node-0');
  });

  test('a pod runs the image that was pushed to the registry; a token without the right cannot push', async () => {
    await home.upProcess(...FREE);
    const { registry = '' } = (await readEndpoints(home.at('data/endpoints.json'))) ?? {};
    await writeFile(join(home.path, 'Dockerfile'), 'FROM kubemin/shell\nCMD ["sleep", "1000000"]\n');
    expect(await command('image', 'build', home.path, '-t', 'idle:1')).toMatchObject({ exitCode: 0 });
    expect((await command('image', 'push', 'idle:1', 'team/idle:2')).stdout).toMatch(
      new RegExp(`^pushed ${registry}/team/idle:2 \\(sha256:[0-9a-f]{64}\\)\n$`),
    );
    expect(await command('image', 'rm', 'idle:1')).toMatchObject({ exitCode: 0 });
    const component = { name: 'idle', type: 'webservice', image: `${registry}/team/idle:2` };
    const document = { name: 'pushed', component: [component] };
    await writeFile(join(home.path, 'pushed.json'), JSON.stringify(document));
    expect(await command('deploy', join(home.path, 'pushed.json'), '--yes')).toMatchObject({ exitCode: 0 });

    const token = (await command('token', 'create', 'reader', '--scope', 'read')).stdout.trim();
    const push = (path: string, password: string): Promise<Response> =>
      fetch(`http://${registry}/v2/${path}/blobs/uploads/`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`any:${password}`).toString('base64')}` },
      });
    expect((await push('team/idle', token)).status).toBe(403);
    expect((await push('team/idle', 'wrong')).status).toBe(401);
  });

  test('down ends the node that a killed platform has left', async () => {
    const up = await home.upProcess(...FREE);
    const record = home.at('data/node/runtime/anchor.stat');
    await eventually(async () => (await readFile(record, 'utf8')) !== '');
    await up.end('SIGKILL');
    expect(await command('down')).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('pods') });
    await expect(readFile(record)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

test('without the programs that containers need, nodes are simulated and the reason is printed', async () => {
  const programs = home.at('programs');
  await mkdir(programs);
  for (const name of ['sh', 'dirname', 'readlink', 'find', 'head', 'uname']) {
    const { stdout } = await run('sh', ['-c', `command -v ${name}`]);
    await symlink(stdout.trim(), join(programs, name));
  }
  const env = { PATH: programs, KUBEMIN_RUNTIME: 'auto' };
  const up = home.startWith({ env }, 'up', '--data-dir', home.at(), '--port', '0', '--kube-port', '0');
  await up.waitForOutput('KubeMin is up');
  expect(up.stdout).toMatch(/Nodes are simulated because .*unshare/);
});
