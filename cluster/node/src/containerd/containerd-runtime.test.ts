import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { eventually, temporaryDirectory } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ContainerConfig, ContainerStatus } from '../runtime/index.ts';
import { removeNode } from '../sandbox/anchor.ts';
import { findProgram } from '../sandbox/host-programs.ts';
import {
  findMissingContainerd,
  type NodeImageSource,
  openTestContainerd,
  startImageSource,
} from '../test-support/containerd-bench.ts';
import { hostContainer, makeHostImage } from '../test-support/host-image.ts';
import { describeRuntimeFeatures } from '../test-support/runtime-feature-suite.ts';
import { describeRuntime, type RuntimeBench } from '../test-support/runtime-suite.ts';
import { findProcesses, PROGRAM_DIRECTORIES } from '../test-support/stop-node.ts';
import type { ContainerdRuntimeOptions } from './open-runtime.ts';

const missing = await findMissingContainerd();
let root: Awaited<ReturnType<typeof temporaryDirectory>>;
let home: Awaited<ReturnType<typeof temporaryDirectory>>;
let images: NodeImageSource;

const node = (): string => join(home.path, 'node');

type Runtime = Awaited<ReturnType<typeof openTestContainerd>>;

interface ContainerdBench extends RuntimeBench {
  open(more?: Partial<ContainerdRuntimeOptions>): Promise<Runtime>;
}

/** On the node that all tests use, one after the other. */
async function makeBench(): Promise<ContainerdBench> {
  const scratch = await temporaryDirectory();
  let opened: Runtime | undefined;
  onTestFinished(async () => {
    for (const { id } of (await opened?.listSandboxes()) ?? []) await opened?.removeSandbox(id);
    await opened?.[Symbol.asyncDispose]();
    await scratch.remove();
  });
  return {
    open: async (more = {}) => {
      await opened?.[Symbol.asyncDispose]();
      opened = await openTestContainerd(node(), images, more);
      return opened;
    },
    imageRoot: root.path,
    makeImage: (path) => images.makeImage(path),
    scratch: scratch.path,
  };
}

async function startPod(
  runtime: Runtime,
  scratch: string,
  script: string,
  more: Partial<ContainerConfig> = {},
): Promise<ContainerStatus> {
  const pod = { namespace: 'default', name: 'pod', uid: crypto.randomUUID() };
  const sandbox = await runtime.runSandbox({ pod, attempt: 0, hostname: 'pod', logDirectory: scratch });
  const image = await images.makeImage(root.path);
  const container = await runtime.createContainer(sandbox.id, hostContainer(root.path, script, { image, ...more }));
  await runtime.startContainer(container.id);
  return container;
}

const pidIn = async (file: string): Promise<number> => Number.parseInt(await readFile(join(node(), file), 'utf8'), 10);

async function readLog(runtime: Runtime, file: string): Promise<string> {
  return text(runtime.readLog(file, { follow: false, timestamps: false }, new AbortController().signal));
}

const statusOf = async (runtime: Runtime, id: string): Promise<ContainerStatus | undefined> =>
  (await runtime.listContainers()).find((status) => status.id === id);

/** What pods have on the node beside its own: mounts, devices, control groups and processes. */
async function listTraces(): Promise<readonly string[]> {
  const anchor = String(await pidIn('anchor.stat'));
  const inside = (...words: readonly string[]): readonly string[] =>
    execFileSync('nsenter', ['-t', anchor, '-n', '-m', ...words])
      .toString()
      .trim()
      .split('\n');
  const record = JSON.parse(await readFile(join(node(), 'cgroups.json'), 'utf8'));
  const groups: string[] = [...Object.values<string>(record.directories), ...record.others];
  const mounts = inside('cat', '/proc/self/mountinfo').filter((line) => /rootfs|netns|sandboxes|pinned/.test(line));
  const devices = inside('ip', '-br', 'link').filter((line) => !line.startsWith('lo '));
  const inGroups = groups.flatMap((group) =>
    readDirectory(group)
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(group, name)),
  );
  const shims = (await findProcesses(node())).filter((line) => line.includes('containerd-shim'));
  const files = ['exec', 'pinned', 'state/io.containerd.runtime.v2.task/k8s.io'].flatMap((name) =>
    readDirectory(join(node(), name)).map((entry) => join(name, entry.name)),
  );
  const addresses = readDirectory(join(node(), 'cni-addresses', 'kubemin')).filter(({ name }) => /^\d/.test(name));
  return [...mounts, ...devices, ...inGroups, ...shims, ...files, ...addresses.map(({ name }) => name)];
}

function readDirectory(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    // Nothing was ever made there.
    return [];
  }
}

describe.skipIf(missing !== undefined)(`containerd${missing === undefined ? '' : ` (skipped: ${missing})`}`, () => {
  beforeAll(async () => {
    root = await temporaryDirectory();
    home = await temporaryDirectory();
    await makeHostImage(root.path);
    images = await startImageSource(node());
  });
  afterAll(async () => {
    await removeNode({ directory: node() });
    await images[Symbol.asyncDispose]();
    await Promise.all([home.remove(), root.remove()]);
  });

  describeRuntime('the containerd runtime', makeBench);
  describeRuntimeFeatures('features of the containerd runtime', makeBench);

  test('containerd killed: containers go on, exit codes and logs are kept, and pods start again', async () => {
    const { open, scratch } = await makeBench();
    const runtime = await open();
    const [lastingLog, endingLog] = ['lasting.log', 'ending.log'];
    const volume = [{ source: scratch, target: '/volume', readOnly: true }];
    const wait = 'while [ ! -e /volume/go ]; do sleep 0.02; done';
    const lasting = await startPod(runtime, scratch, `echo begun; ${wait}; echo resumed; sleep 600`, {
      ...{ mounts: volume, logFile: lastingLog },
    });
    const ending = await startPod(runtime, scratch, `${wait}; exit 9`, { mounts: volume, logFile: endingLog });
    const killed = await pidIn('containerd.stat');
    process.kill(killed, 'SIGKILL');
    await writeFile(join(scratch, 'go'), '');
    await eventually(() => statusOf(runtime, ending.id), { until: (found) => found?.state === 'exited' });
    expect(await statusOf(runtime, ending.id)).toMatchObject({ exitCode: 9, reason: 'Error' });
    expect(await statusOf(runtime, lasting.id)).toMatchObject({ state: 'running' });
    expect(await pidIn('containerd.stat')).not.toBe(killed);
    await eventually(() => readLog(runtime, join(scratch, lastingLog)), { until: (log) => log === 'begun\nresumed\n' });
    const command = ['sh', '-c', 'exit 5'];
    const outcome = await runtime.exec(lasting.id, { command, streams: {}, tty: false }, new AbortController().signal);
    expect(outcome).toEqual({ kind: 'exited', exitCode: 5 });
    await startPod(runtime, scratch, 'sleep 600');
  });

  test('shim killed: the containers of its pod end, the sandbox is lost, and nothing of it stays', async () => {
    const { open, scratch } = await makeBench();
    const runtime = await open();
    const lost: string[] = [];
    runtime.onEvent(({ kind, sandboxId }) => kind === 'sandboxLost' && lost.push(sandboxId));
    const { id, sandboxId } = await startPod(runtime, scratch, 'sleep 600');
    const [shim = ''] = (await findProcesses(node())).filter((line) => line.includes(`-id ${sandboxId}`));
    process.kill(Number.parseInt(shim, 10), 'SIGKILL');
    await eventually(() => statusOf(runtime, id), { until: (found) => found?.state === 'exited' });
    // What containerd reports of those whose end nothing has seen.
    expect(await statusOf(runtime, id)).toMatchObject({ exitCode: 255, reason: 'Error' });
    await eventually(() => lost.includes(sandboxId));
    await runtime.removeSandbox(sandboxId);
    await eventually(listTraces, { until: (traces) => traces.length === 0 });
  });

  test('anchor killed: all containers end, and the next opening makes a new node that removes them', async () => {
    const { open, scratch } = await makeBench();
    const runtime = await open();
    await startPod(runtime, scratch, 'sleep 600');
    process.kill(await pidIn('anchor.stat'), 'SIGKILL');
    await eventually(async () => (await findProcesses(node())).filter((line) => line.includes('shim')).length === 0);
    const next = await open();
    expect(await next.listContainers()).toMatchObject([{ state: 'exited', exitCode: 137 }]);
    expect(await next.listSandboxes()).toMatchObject([{ state: 'notReady' }]);
    for (const { id } of await next.listSandboxes()) await next.removeSandbox(id);
    await startPod(next, scratch, 'sleep 600');
    expect(await next.listContainers()).toMatchObject([{ state: 'running' }]);
  });

  test('pods come and go, and leave nothing in the node', async () => {
    const { open, scratch } = await makeBench();
    const runtime = await open();
    const volume = [
      { source: scratch, target: '/volume', readOnly: false },
      { source: scratch, target: '/again', readOnly: true },
    ];
    const cycles = process.env.KUBEMIN_TEST_FULL === '1' ? 200 : 3;
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      const { id, sandboxId } = await startPod(runtime, scratch, 'sleep 600', { mounts: volume });
      const command = ['true'];
      await runtime.exec(id, { command, streams: {}, tty: false }, new AbortController().signal);
      await runtime.removeSandbox(sandboxId);
    }
    await eventually(listTraces, { until: (traces) => traces.length === 0 });
  });

  test('crun makes containers where it is chosen: containerd is started again, and what runs goes on', async (context) => {
    if ((await findProgram('crun', PROGRAM_DIRECTORIES)) === undefined) context.skip('crun is not installed');
    const { open, scratch } = await makeBench();
    const earlier = await startPod(await open(), scratch, 'sleep 600');
    const runtime = await open({ ociRuntime: 'crun' });
    const { id } = await startPod(runtime, scratch, 'sleep 600', { logFile: 'crun.log' });
    const command = ['sh', '-c', 'exit 6'];
    const outcome = await runtime.exec(id, { command, streams: {}, tty: false }, new AbortController().signal);
    expect(outcome).toEqual({ kind: 'exited', exitCode: 6 });
    const ended = await startPod(runtime, scratch, 'exit 7', { logFile: 'ended.log' });
    await eventually(() => statusOf(runtime, ended.id), { until: (found) => found?.state === 'exited' });
    expect(await statusOf(runtime, ended.id)).toMatchObject({ exitCode: 7 });
    expect(await statusOf(runtime, earlier.id)).toMatchObject({ state: 'running' });
  });

  test('a log is rotated at its limit while it is written, and nothing of it is lost', async () => {
    const { open, scratch } = await makeBench();
    const runtime = await open({ logLimit: 100_000 });
    const file = join(scratch, 'main.log');
    const lines = 'while [ $i -lt $end ]; do i=$((i+1)); printf "%0100d\\n" $i; done';
    const script = `i=0 end=1000; ${lines}; while [ ! -e /volume/go ]; do sleep 0.02; done; end=1500; ${lines}`;
    const mounts = [{ source: scratch, target: '/volume', readOnly: true }];
    const { id } = await startPod(runtime, scratch, script, { mounts });
    await eventually(() => readLog(runtime, file), { until: (log) => log.split('\n').length > 1000 });
    await runtime.rotateLogs();
    await writeFile(join(scratch, 'go'), '');
    await eventually(() => statusOf(runtime, id), { until: (found) => found?.state === 'exited' });
    const numbers = (await readLog(runtime, file)).split('\n').filter(Boolean).map(Number);
    expect(numbers).toEqual(Array.from({ length: 1500 }, (_, at) => at + 1));
    expect(readdirSync(scratch)).toContain('main.log.1');
  });
});
