import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { systemClock, systemRandom } from '@kubemin/base';
import { eventually, missingNamespaces, temporaryDirectory } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ContainerConfig, ContainerRuntime, ContainerStatus } from '../runtime/index.ts';
import { giveToNode, hostContainer, makeHostImage, testOwner } from '../test-support/host-image.ts';
import { describeRuntimeFeatures } from '../test-support/runtime-feature-suite.ts';
import { describeRuntime, type RuntimeBench } from '../test-support/runtime-suite.ts';
import { findProcesses, PROGRAM_DIRECTORIES, stopNode } from '../test-support/stop-node.ts';
import { DEFAULT_NODE_NETWORK, removeNode, startAnchor } from './anchor.ts';
import { findHostPrograms } from './host-programs.ts';
import { openSandboxRuntime, type SandboxRuntimeOptions } from './open-runtime.ts';
import { findUserMap } from './user-namespace.ts';

const missing = await missingNamespaces();
const hasCrun = (await findHostPrograms(PROGRAM_DIRECTORIES).catch(() => undefined))?.crun !== undefined;
let image: Awaited<ReturnType<typeof temporaryDirectory>>;

beforeAll(async () => {
  image = await temporaryDirectory();
  if (missing === undefined) await makeHostImage(image.path);
  await giveToNode(image.path);
});
afterAll(() => image.remove());

/** With the characters that separate the options of mounts. */
const NODE = 'node:1,2';

interface SandboxBench extends RuntimeBench {
  readonly directory: string;
}

/** A node of its own, or the one of a directory that other tests use after this one. */
async function makeBench(more: Partial<SandboxRuntimeOptions> = {}): Promise<SandboxBench> {
  const scratch = await temporaryDirectory();
  const home = await temporaryDirectory();
  await Promise.all([giveToNode(scratch.path), giveToNode(home.path)]);
  const directory = more.directory ?? join(home.path, NODE);
  let opened: ContainerRuntime | undefined;
  onTestFinished(async () => {
    if (more.directory !== undefined) {
      for (const { id } of (await opened?.listSandboxes()) ?? []) await opened?.removeSandbox(id);
    }
    await opened?.[Symbol.asyncDispose]();
    if (more.directory === undefined) await stopNode(directory);
    execFileSync('chmod', ['-R', 'u+rwx', home.path, scratch.path]);
    await Promise.all([home.remove(), scratch.remove()]);
  });
  const open = async (): Promise<ContainerRuntime> => {
    await opened?.[Symbol.asyncDispose]();
    opened = await openSandboxRuntime({ clock: systemClock, random: systemRandom, ...more, directory });
    return opened;
  };
  const makeImage = async (root: string) => ({ reference: 'host:1', id: 'sha256:1', root });
  return { open, directory, imageRoot: image.path, makeImage, scratch: scratch.path };
}

/** What starts programs in the namespaces of an anchor. */
function findStarters(anchor: number): readonly number[] {
  const own = readlinkSync(`/proc/${anchor}/ns/pid`);
  const isStarter = (pid: string): boolean => {
    try {
      const isInside = readlinkSync(`/proc/${pid}/ns/pid`) === own;
      return isInside && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('kubemin-starter');
    } catch {
      return false;
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isStarter(name))
    .map(Number);
}

const shellConfig = (script: string): ContainerConfig => hostContainer(image.path, script);

async function startPod(
  runtime: ContainerRuntime,
  scratch: string,
  script: string,
  more: Partial<ContainerConfig> = {},
): Promise<ContainerStatus> {
  const pod = { namespace: 'default', name: 'pod', uid: crypto.randomUUID() };
  const sandbox = await runtime.runSandbox({ pod, attempt: 0, hostname: 'pod', logDirectory: scratch });
  const container = await runtime.createContainer(sandbox.id, { ...shellConfig(script), ...more });
  await runtime.startContainer(container.id);
  return container;
}

const pidIn = async (file: string): Promise<number> => Number.parseInt(await readFile(file, 'utf8'), 10);

/** The behaviour of every runtime, on one node, and what happens when processes of a container are killed. */
function describeForm(form: 'shell' | 'crun', name: string, skipped: string | undefined): void {
  describe.skipIf(skipped !== undefined)(`${name}${skipped === undefined ? '' : ` (skipped: ${skipped})`}`, () => {
    let home: Awaited<ReturnType<typeof temporaryDirectory>>;
    beforeAll(async () => {
      home = await temporaryDirectory();
      await giveToNode(home.path);
    });
    afterAll(async () => {
      await stopNode(join(home.path, NODE));
      await home.remove();
    });
    describeRuntime(`the sandbox runtime, with ${name}`, () => makeBench({ form, directory: join(home.path, NODE) }));
    describeRuntimeFeatures(`features of the sandbox runtime, with ${name}`, () =>
      makeBench({ form, directory: join(home.path, NODE) }),
    );

    test('the log has both streams in their order', async () => {
      const { open, scratch } = await makeBench({ form });
      const runtime = await open();
      await startPod(
        runtime,
        scratch,
        'echo one; echo two >&2; echo three >/dev/stdout; echo four >/dev/stderr; echo five',
      );
      await eventually(() => runtime.listContainers(), { until: ([status]) => status?.state === 'exited' });
      expect(await readFile(join(scratch, 'main.log'), 'utf8')).toBe('one\ntwo\nthree\nfour\nfive\n');
    });

    test('a directory of a volume that becomes a link before it is mounted: the start is refused', async () => {
      const { open, scratch } = await makeBench({ form });
      const [volume, outside, logs] = [join(scratch, 'shared volume'), join(scratch, 'outside'), join(scratch, 'logs')];
      const runtime = await open();
      await Promise.all([mkdir(join(volume, 'sub'), { recursive: true }), mkdir(outside), mkdir(logs)]);
      await giveToNode(scratch);
      const mounts = [
        { source: volume, target: '/volume', readOnly: false },
        { source: join(volume, 'sub'), target: '/sub', readOnly: true },
        { source: outside, target: '/volume/nested', readOnly: false },
      ];
      const pod = { namespace: 'default', name: 'pod', uid: 'uid' };
      const sandbox = await runtime.runSandbox({ pod, attempt: 0, hostname: 'pod', logDirectory: logs });
      for (const name of ['sub', 'nested']) {
        const { id } = await runtime.createContainer(sandbox.id, { ...shellConfig('exit 0'), mounts });
        await rename(join(volume, name), join(volume, `${name}.old`));
        await symlink(outside, join(volume, name));
        await expect(runtime.startContainer(id)).rejects.toThrow('was replaced while the container was started');
        const found = (await runtime.listContainers()).find((status) => status.id === id);
        expect(found).toMatchObject({ state: 'exited', reason: 'StartError' });
        await rm(join(volume, name));
        await rename(join(volume, `${name}.old`), join(volume, name));
      }
    });

    test('nothing is mounted over what the container is set up with', async () => {
      const { open, scratch } = await makeBench({ form });
      const runtime = await open();
      const pod = { namespace: 'default', name: 'pod', uid: 'uid' };
      const sandbox = await runtime.runSandbox({ pod, attempt: 0, hostname: 'pod', logDirectory: scratch });
      const create = (source: string, target: string) =>
        runtime.createContainer(sandbox.id, { ...shellConfig(''), mounts: [{ source, target, readOnly: false }] });
      for (const target of [
        '/',
        '/proc/sys',
        '/sys',
        '/dev',
        '/dev/.kubemin',
        '/dev/x/../.old/y',
        '/bin/../dev/.kubemin/lib',
      ]) {
        await expect(create(scratch, target)).rejects.toThrow('this path cannot be replaced');
      }
    });

    test('removing a sandbox that has stopped leaves the address to the one that has it now', async () => {
      const { open, scratch } = await makeBench({ form });
      const runtime = await open();
      const pod = { namespace: 'default', name: 'pod', uid: 'uid' };
      const config = { pod, attempt: 0, hostname: 'pod', logDirectory: scratch };
      const first = await runtime.runSandbox(config);
      await runtime.stopSandbox(first.id);
      const next = await open();
      const second = await next.runSandbox({ ...config, attempt: 1 });
      expect(second.address).toBe(first.address);
      await next.removeSandbox(first.id);
      const { id } = await next.createContainer(second.id, shellConfig('ls /sys/class/net/eth0'));
      await next.startContainer(id);
      await eventually(() => next.listContainers(), { until: ([status]) => status?.state === 'exited' });
      expect(await next.listContainers()).toMatchObject([{ exitCode: 0 }]);
    });

    test('supervisor killed: the container goes on; when it ends its exit code is unknown', async () => {
      const { open, directory, scratch } = await makeBench({ form });
      const runtime = await open();
      const { id } = await startPod(runtime, scratch, 'while :; do sleep 0.05; done');
      const [supervisor, init] = await Promise.all(
        ['supervisor.stat', 'init.stat'].map((name) => pidIn(join(directory, 'containers', id, name))),
      );
      process.kill(supervisor ?? 0, 'SIGKILL');
      await eventually(async () => !(await findProcesses(directory)).some((line) => line.startsWith(`${supervisor} `)));
      expect(await runtime.listContainers()).toMatchObject([{ state: 'running' }]);
      process.kill(init ?? 0, 'SIGKILL');
      await eventually(() => runtime.listContainers(), { until: ([status]) => status?.state === 'exited' });
      expect(await runtime.listContainers()).toMatchObject([{ exitCode: 137, reason: 'ContainerStatusUnknown' }]);
    });

    test('anchor killed: all containers end, sandboxes are not ready, and the next opening makes a new node', async () => {
      const { open, directory, scratch } = await makeBench({ form });
      const runtime = await open();
      await startPod(runtime, scratch, 'sleep 600');
      process.kill(await pidIn(join(directory, 'anchor.stat')), 'SIGKILL');
      await eventually(() => runtime.listContainers(), { until: ([status]) => status?.state === 'exited' });
      await eventually(() => runtime.listSandboxes(), { until: ([status]) => status?.state === 'notReady' });
      const next = await open();
      expect(await next.listContainers()).toMatchObject([{ state: 'exited', exitCode: 137 }]);
      for (const { id } of await next.listSandboxes()) await next.removeSandbox(id);
      await startPod(next, scratch, 'sleep 600');
      expect(await next.listContainers()).toMatchObject([{ state: 'running' }]);
    });

    test('starter killed: what runs goes on, another one starts the next pod, and it ends with the runtime', async () => {
      const { open, directory, scratch } = await makeBench({ form });
      const runtime = await open();
      await startPod(runtime, scratch, 'sleep 600');
      const anchor = await pidIn(join(directory, 'anchor.stat'));
      const starters = (): readonly number[] => findStarters(anchor);
      const [first = 0] = starters();
      process.kill(first, 'SIGKILL');
      await eventually(() => !starters().includes(first));
      await startPod(runtime, scratch, 'sleep 600');
      expect(await runtime.listContainers()).toMatchObject([{ state: 'running' }, { state: 'running' }]);
      expect(starters()).toHaveLength(1);
      await runtime[Symbol.asyncDispose]();
      await eventually(() => starters().length === 0);
      expect(await runtime.listContainers()).toMatchObject([{ state: 'running' }, { state: 'running' }]);
    });

    test('pods come and go without a trace in the machine, and leave nothing in the node', async () => {
      const machine = (): readonly string[] =>
        [
          ['ip', 'route', 'show', 'table', 'all'],
          ['ip', '-br', 'link'],
          ['cat', '/proc/self/mountinfo'],
        ].flatMap(([program = '', ...words]) => execFileSync(program, words).toString().split('\n'));
      const before = machine();
      const { open, directory, scratch } = await makeBench({ form });
      const runtime = await open();
      const cycles = process.env.KUBEMIN_TEST_FULL === '1' ? 200 : 10;
      for (let cycle = 0; cycle < cycles; cycle += 1) {
        const { sandboxId } = await startPod(runtime, scratch, 'sleep 600');
        await runtime.removeSandbox(sandboxId);
      }
      // Other tests of this machine may mount and unmount meanwhile, but nothing of what a node makes.
      const ours = (line: string): boolean => line.includes(directory) || /10\.(244|96)\.|\bkp\d/.test(line);
      expect(machine().filter((line) => !before.includes(line) && ours(line))).toEqual([]);
      await eventually(async () => (await findProcesses(directory)).length === 0);
      for (const name of ['sandboxes', 'containers', 'exits']) expect(await readdir(join(directory, name))).toEqual([]);
      const record = await readFile(join(directory, 'cgroups.json'), 'utf8').catch(() => undefined);
      for (const path of Object.values<string>(record === undefined ? {} : JSON.parse(record).directories)) {
        const entries = await readdir(path, { withFileTypes: true });
        // That of the processes of the node itself stays.
        expect(entries.filter((entry) => entry.isDirectory() && entry.name !== 'agent')).toEqual([]);
      }
      const anchor = await pidIn(join(directory, 'anchor.stat'));
      const inside = ['-t', String(anchor), '-U', '--preserve-credentials', '-n', '-m'];
      expect(
        execFileSync('nsenter', [...inside, 'ip', '-br', 'link'])
          .toString()
          .trim()
          .split('\n'),
      ).toHaveLength(1);
      expect(execFileSync('nsenter', [...inside, 'cat', '/proc/self/mountinfo']).toString()).not.toContain(directory);
    });

    test('mounts of the node below a volume: seen later where that is asked for, and read-only with it', async (context) => {
      const { open, directory, scratch } = await makeBench({ form });
      const runtime = await open();
      if (!runtime.features.has('mountPropagation')) context.skip('mounts of this machine cannot be shared');
      const volume = join(scratch, 'volume');
      for (const name of ['early', 'late']) await mkdir(join(volume, name), { recursive: true });
      await giveToNode(scratch);
      const anchor = await pidIn(join(directory, 'anchor.stat'));
      const mountInNode = (name: string): void => {
        const script = `mount -t tmpfs tmpfs "$1" && : >"$1/file"`;
        const ids = testOwner === undefined ? ['--preserve-credentials'] : ['-S', '0', '-G', '0'];
        execFileSync('nsenter', [
          '-t',
          String(anchor),
          '-U',
          ...ids,
          '-m',
          'sh',
          '-c',
          script,
          'sh',
          join(volume, name),
        ]);
      };
      mountInNode('early');
      const mounts = [
        { source: volume, target: '/follows', readOnly: false, propagation: 'fromNode' as const },
        { source: volume, target: '/stays', readOnly: false },
        { source: volume, target: '/fixed', readOnly: true, recursiveReadOnly: true },
      ];
      const script = `(: >/fixed/early/new) 2>/dev/null && exit 3; [ -e /fixed/early/file ] || exit 4; : >/stays/early/new || exit 5
        while [ ! -e /follows/late/file ]; do sleep 0.05; done; [ ! -e /stays/late/file ]`;
      await startPod(runtime, scratch, script, { mounts });
      mountInNode('late');
      await eventually(() => runtime.listContainers(), { until: ([status]) => status?.state === 'exited' });
      expect(await runtime.listContainers()).toMatchObject([{ exitCode: 0 }]);
    });

    test('what started the container killed: the container ends', async () => {
      const { open, directory, scratch } = await makeBench({ form });
      const runtime = await open();
      const { id } = await startPod(runtime, scratch, 'while :; do sleep 0.05; done');
      const init = await pidIn(join(directory, 'containers', id, 'init.stat'));
      const parent = /^PPid:\s+(\d+)/m.exec(await readFile(`/proc/${init}/status`, 'utf8'))?.[1];
      process.kill(Number(parent), 'SIGKILL');
      await eventually(() => runtime.listContainers(), { until: ([status]) => status?.state === 'exited' });
      expect(await runtime.listContainers()).toMatchObject([{ exitCode: 137 }]);
      await eventually(
        async () => !/^State:\s+[^ZX]/m.test(await readFile(`/proc/${init}/status`, 'utf8').catch(() => '')),
      );
    });
  });
}

/** Those that root of a container has in other runtimes too. */
const CAPABILITIES = '00000000a80425fb';
const USER = { uid: 1000, gid: 1001, groups: [5, 1002] };

/** Users of containers on a node that root has started. */
function describeUsers(form: 'shell' | 'crun', skipped: string | undefined): void {
  const reason = testOwner === undefined ? 'needs root' : skipped;
  describe.skipIf(reason !== undefined)(
    `users, with ${form}${reason === undefined ? '' : ` (skipped: ${reason})`}`,
    () => {
      const base = testOwner?.uid ?? 0;

      async function run(script: string, more: Partial<ContainerConfig> = {}): Promise<string> {
        const { open, scratch } = await makeBench({ form });
        const runtime = await open();
        await startPod(runtime, scratch, script, more);
        await eventually(() => runtime.listContainers(), { until: ([status]) => status?.state === 'exited' });
        return readFile(join(scratch, 'main.log'), 'utf8');
      }

      test('root of a container is no root of the machine, has the usual capabilities, and may become another user', async () => {
        const log = await run(
          `cat /proc/self/uid_map; while read -r line; do case $line in CapBnd*) echo $line;; esac; done </proc/self/status;
        setpriv --reuid=1000 --regid=1001 --clear-groups id -u;
        cat /bin/id >/tmp/rights; chmod 4755 /tmp/rights; setpriv --reuid=1000 --clear-groups /tmp/rights -u`,
        );
        expect(log.split('\n').map((line) => line.trim().split(/\s+/).join(' '))).toEqual([
          ...[`0 ${base} 65536`, `CapBnd: ${CAPABILITIES}`, '1000', '0', ''],
        ]);
      });

      test('a container runs as its user, in its groups, and writes to its output by name; without new rights where that is asked for', async () => {
        const script = 'id -u; id -g; echo $(id -G) >/dev/stdout; echo end >/dev/stderr';
        expect(await run(script, { user: USER })).toBe('1000\n1001\n1001 5 1002\nend\n');
        const status = await run('cat /proc/self/status', { user: USER, noNewPrivileges: true });
        expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
        expect(status).toMatch(/^CapEff:\s+0+$/m);
      });

      test('a user other than root listens on port 80, and may ping', async () => {
        const listen = `require('net').createServer().listen(80, () => { console.log('listening'); process.exit(); })`;
        const mounts = [{ source: process.execPath, target: '/node/node', readOnly: true }];
        const log = await run(`/node/node -e "${listen}"; cat /proc/sys/net/ipv4/ping_group_range`, {
          user: USER,
          mounts,
        });
        expect(log).toBe('listening\n0\t65535\n');
      });

      test('a command in a container has its user and groups', async () => {
        const { open, scratch } = await makeBench({ form });
        const runtime = await open();
        const { id } = await startPod(runtime, scratch, 'sleep 600', { user: USER });
        for (const tty of [false, true]) {
          const stdout = new PassThrough();
          const command = ['sh', '-c', 'id -u; id -G >/dev/stderr; id -g'];
          const streams = { stdout, stderr: stdout };
          await runtime.exec(
            id,
            { command: tty ? command : ['sh', '-c', 'id -u; id -G; id -g'], streams, tty },
            AbortSignal.timeout(20_000),
          );
          stdout.end();
          expect((await text(stdout)).replaceAll('\r', '')).toBe('1000\n1001 5 1002\n1001\n');
        }
      });

      test('an interactive shell with a terminal has job control, and its exit code is that of the command', async () => {
        const { open, scratch } = await makeBench({ form });
        const runtime = await open();
        const { id } = await startPod(runtime, scratch, 'sleep 600', { user: USER });
        const [stdin, stdout] = [new PassThrough(), new PassThrough()];
        // The second line stops a command of the shell, which goes on reading.
        stdin.end("echo mode:$-\nsh -c 'kill -STOP $$'\nkill %1; exit 3\nexit 3\n");
        const request = { command: ['sh', '-i'], streams: { stdin, stdout }, tty: true };
        const outcome = await runtime.exec(id, request, AbortSignal.timeout(20_000));
        stdout.end();
        const output = await text(stdout);
        expect({ outcome, output }).toEqual({
          outcome: { kind: 'exited', exitCode: 3 },
          output: expect.stringMatching(/mode:\w*m/),
        });
        expect(output).not.toContain('process group');
      });

      test('files of a container belong to ids of this machine that nothing else has; files of root stay closed', async () => {
        const machine = await temporaryDirectory();
        onTestFinished(() => machine.remove());
        const [shared, secret] = [join(machine.path, 'shared'), join(machine.path, 'secret')];
        await chmod(machine.path, 0o755);
        await mkdir(shared);
        await giveToNode(shared);
        await writeFile(secret, 'of root', { mode: 0o600 });
        const log = await run(
          'touch /shared/a /shared/b; chown 1000:1001 /shared/b; cat /secret 2>/dev/null || echo refused',
          {
            mounts: [
              { source: shared, target: '/shared', readOnly: false },
              { source: secret, target: '/secret', readOnly: false },
            ],
          },
        );
        expect(log).toBe('refused\n');
        const owner = async (name: string) => {
          const { uid, gid } = await stat(join(shared, name));
          return [uid - base, gid - (testOwner?.gid ?? 0)];
        };
        expect([await owner('a'), await owner('b')]).toEqual([
          [0, 0],
          [1000, 1001],
        ]);
      });

      test('a user that the node does not have is refused', async () => {
        await expect(run('true', { user: { uid: 65_536, gid: 0, groups: [] } })).rejects.toThrow(
          'user or group 65536 does not exist on this node',
        );
      });

      test('a program below a closed directory is seen with all its files, which stay as they are', async () => {
        const closed = await temporaryDirectory();
        const directory = join(closed.path, 'data', 'node');
        const program = join(closed.path, 'program');
        onTestFinished(async () => {
          await stopNode(directory);
          await closed.remove();
        });
        await mkdir(directory, { recursive: true });
        await mkdir(join(program, 'bin'), { recursive: true, mode: 0o755 });
        await writeFile(join(program, 'bin', 'node'), 'of this machine', { mode: 0o755 });
        const programs = await findHostPrograms(PROGRAM_DIRECTORIES);
        const paths = [directory, join(directory, 'sockets'), join(program, 'bin', 'node'), program];
        await mkdir(join(directory, 'sockets'));
        const { enter } = await startAnchor({
          programs,
          directory,
          paths,
          network: DEFAULT_NODE_NETWORK,
          map: await findUserMap(),
        });
        const [word = '', ...words] = [...enter, 'cat', join(program, 'bin', 'node')];
        expect(execFileSync(word, words).toString()).toBe('of this machine');
        expect(await readFile(join(program, 'bin', 'node'), 'utf8')).toBe('of this machine');
      });

      test('a node in a closed data directory of a program below a closed directory is seen', async () => {
        const closed = await temporaryDirectory();
        const program = join(closed.path, 'program');
        const directory = join(program, 'data', 'node');
        onTestFinished(async () => {
          await stopNode(directory);
          await closed.remove();
        });
        await mkdir(directory, { recursive: true });
        await chmod(program, 0o755);
        await chmod(join(program, 'data'), 0o700);
        await writeFile(join(program, 'data', 'token'), 'of root');
        await writeFile(join(program, 'main'), 'of this machine', { mode: 0o755 });
        const programs = await findHostPrograms(PROGRAM_DIRECTORIES);
        const place = { programs, directory, paths: [directory, program], network: DEFAULT_NODE_NETWORK };
        const { enter } = await startAnchor({ ...place, map: await findUserMap() });
        const inside = (...words: readonly string[]): string => {
          const [word = '', ...rest] = [...enter, ...words];
          return execFileSync(word, rest, { stdio: 'pipe' }).toString();
        };
        expect(inside('cat', join(program, 'main'))).toBe('of this machine');
        expect(inside('cat', join(directory, 'anchor.stat'))).not.toBe('');
        expect(() => inside('cat', join(program, 'data', 'token'))).toThrow();
      });

      test('a node below a directory that is closed to its user has nothing else of it', async () => {
        const closed = await temporaryDirectory();
        const directory = join(closed.path, 'deep', 'node');
        onTestFinished(async () => {
          await stopNode(directory);
          await closed.remove();
        });
        await mkdir(directory, { recursive: true });
        await writeFile(join(closed.path, 'private'), '');
        const { open, scratch } = await makeBench({ form, directory });
        const runtime = await open();
        await startPod(runtime, scratch, 'sleep 600');
        expect(await runtime.listContainers()).toMatchObject([{ state: 'running' }]);
        const anchor = await pidIn(join(directory, 'anchor.stat'));
        const inside = execFileSync('nsenter', ['-t', String(anchor), '-m', 'ls', closed.path]).toString();
        expect(inside).toBe('deep\n');
        const enter = ['-t', String(anchor), '-m', '-U', '-S', '0', '-G', '0', 'ls'];
        for (const path of [closed.path, join(closed.path, 'deep')]) {
          expect(() => execFileSync('nsenter', [...enter, path], { stdio: 'pipe' })).toThrow('Permission denied');
        }
        expect((await readdir(closed.path)).toSorted()).toEqual(['deep', 'private']);
        expect((await stat(closed.path)).uid).toBe(0);
      });
    },
  );
}

describe.skipIf(missing !== undefined)(`containers${missing === undefined ? '' : ` (skipped: ${missing})`}`, () => {
  describeForm('shell', 'util-linux', undefined);
  describeForm('crun', 'crun', hasCrun ? undefined : 'crun is not installed');
  describeUsers('shell', undefined);
  describeUsers('crun', hasCrun ? undefined : 'crun is not installed');

  test('agent killed while it removes a container: its exit code does not stay behind', async () => {
    const { open, directory } = await makeBench();
    await (await open())[Symbol.asyncDispose]();
    await writeFile(join(directory, 'exits', 'removed'), '0\n');
    await open();
    expect(await readdir(join(directory, 'exits'))).toEqual([]);
  });

  test('agent killed while it starts a container: the container counts as running until its outcome is known', async () => {
    const { open, directory, scratch } = await makeBench();
    const runtime = await open();
    const pod = { namespace: 'default', name: 'pod', uid: 'uid' };
    const sandbox = await runtime.runSandbox({ pod, attempt: 0, hostname: 'pod', logDirectory: scratch });
    const { id } = await runtime.createContainer(sandbox.id, shellConfig('exit 0'));
    const marker = join(directory, 'containers', id, 'starting');
    await writeFile(marker, '');
    expect(await runtime.listContainers()).toMatchObject([{ state: 'running' }]);
    await utimes(marker, 0, 0);
    expect(await runtime.listContainers()).toMatchObject([{ state: 'exited', reason: 'ContainerStatusUnknown' }]);
  });

  test('agent killed while it makes a sandbox: the next one removes what there is of it', async () => {
    const { open, directory, scratch } = await makeBench();
    const runtime = await open();
    const pod = { namespace: 'default', name: 'pod', uid: 'uid' };
    const { id } = await runtime.runSandbox({ pod, attempt: 0, hostname: 'pod', logDirectory: scratch });
    const holder = await pidIn(join(directory, 'sandboxes', id, 'holder.stat'));
    await rm(join(directory, 'sandboxes', id, 'sandbox.json'));
    const next = await open();
    expect(await next.listSandboxes()).toEqual([]);
    await eventually(
      async () => !/^State:\s+[^ZX]/m.test(await readFile(`/proc/${holder}/status`, 'utf8').catch(() => '')),
    );
    expect(await readdir(join(directory, 'sandboxes'))).toEqual([]);
  });

  test.each([
    ['sandboxes', 'sandbox.json', []],
    ['containers', 'container.json', [{ state: 'ready' }]],
  ])('damaged record in %s: the next agent ends and removes what belongs to it', async (kind, name, left) => {
    const { open, directory, scratch } = await makeBench();
    const runtime = await open();
    const { id, sandboxId } = await startPod(runtime, scratch, 'mkdir /closed; chmod 000 /closed; sleep 600');
    const init = await pidIn(join(directory, 'containers', id, 'init.stat'));
    await writeFile(join(directory, kind, kind === 'sandboxes' ? sandboxId : id, name), '{"id":"\0\0');
    const next = await open();
    expect(await next.listSandboxes()).toMatchObject(left);
    expect(await next.listContainers()).toEqual([]);
    expect(await readdir(join(directory, 'containers'))).toEqual([]);
    expect(await readFile(`/proc/${init}/status`, 'utf8').catch(() => '')).not.toMatch(/^State:\s+[^ZX]/m);
  });

  test('removing a node removes its directory, whatever containers have closed, and its supervisors end', async () => {
    const { open, directory, scratch } = await makeBench();
    const runtime = await open();
    await startPod(runtime, scratch, 'mkdir -p /closed/x; chmod 000 /closed; echo done; sleep 600');
    await eventually(() => readFile(join(scratch, 'main.log'), 'utf8'), { until: (log) => log.includes('done') });
    await removeNode({ directory });
    await expect(readdir(directory)).rejects.toThrow('ENOENT');
    await eventually(async () => (await findProcesses(directory)).length === 0);
  });

  test('a log is rotated at its limit, and nothing of it is lost', async () => {
    const { open, scratch } = await makeBench({ logLimit: 100_000 });
    const runtime = await open();
    await startPod(runtime, scratch, 'i=0; while [ $i -lt 1500 ]; do i=$((i+1)); printf "%0100d\\n" $i; done');
    await eventually(() => runtime.listContainers(), { until: ([status]) => status?.state === 'exited' });
    expect(await readdir(scratch)).toContain('main.log.1');
    const options = { follow: false, timestamps: false };
    const log = await text(runtime.readLog(join(scratch, 'main.log'), options, new AbortController().signal));
    expect(log.split('\n').filter(Boolean).map(Number)).toEqual(Array.from({ length: 1500 }, (_, at) => at + 1));
  });

  test('a container that writes fast is not ended, and its log is complete', async () => {
    const { open, scratch } = await makeBench({ logLimit: 100_000_000 });
    const runtime = await open();
    await startPod(runtime, scratch, 'head -c 12000000 /dev/zero >/tmp/all; cat /tmp/all');
    await eventually(() => runtime.listContainers(), { until: ([status]) => status?.state === 'exited' });
    expect(await runtime.listContainers()).toMatchObject([{ exitCode: 0 }]);
    expect((await stat(join(scratch, 'main.log'))).size).toBe(12_000_000);
  });

  test('directory of the log removed: the container goes on, and can be stopped', async () => {
    const { open, scratch } = await makeBench();
    const runtime = await open();
    const logs = join(scratch, 'logs');
    await mkdir(logs);
    await giveToNode(logs);
    const script =
      'trap "exit 3" TERM; while [ ! -e /go ]; do sleep 0.05; done; head -c 12000000 /dev/zero; : >/done; while :; do sleep 0.05; done';
    const { id } = await startPod(runtime, logs, script);
    await rm(logs, { recursive: true });
    const run = (...command: readonly string[]) =>
      runtime.exec(id, { command, streams: {}, tty: false }, AbortSignal.timeout(20_000));
    await run('touch', '/go');
    await eventually(() => run('sh', '-c', '[ -e /done ]'), {
      until: (outcome) => outcome.kind === 'exited' && outcome.exitCode === 0,
    });
    await runtime.stopContainer(id, { graceMs: 10_000 });
    expect(await runtime.listContainers()).toMatchObject([{ state: 'exited', exitCode: 3 }]);
  });

  test.skipIf(process.getuid?.() !== 0)(
    'control groups: limits are written, processes and commands are in them, and nothing of them stays',
    async () => {
      const { open, directory, scratch } = await makeBench();
      const runtime = await open();
      const { version, directories } = JSON.parse(await readFile(join(directory, 'cgroups.json'), 'utf8'));
      const { sandboxId, id } = await startPod(runtime, scratch, 'sleep 600', {
        resources: { cpuLimit: 250, cpuRequest: 100, memoryLimit: 64 * 1024 * 1024 },
      });
      const read = async (controller: string, ...path: readonly string[]): Promise<string> =>
        (await readFile(join(directories[controller], sandboxId, ...path), 'utf8')).trim();
      const memory = String(64 * 1024 * 1024);
      if (version === 1) {
        expect(await read('cpu', id, 'cpu.cfs_quota_us')).toBe('25000');
        expect([await read('cpu', id, 'cpu.shares'), await read('cpu', 'cpu.shares')]).toEqual(['102', '102']);
        expect(await read('memory', id, 'memory.limit_in_bytes')).toBe(memory);
      } else {
        expect(await read('cpu', id, 'cpu.max')).toBe('25000 100000');
        expect([await read('cpu', id, 'cpu.weight'), await read('cpu', 'cpu.weight')]).toEqual(['4', '4']);
        expect(await read('memory', id, 'memory.max')).toBe(memory);
      }
      expect(await read('pids', 'pids.max')).toBe('4096');
      const init = await pidIn(join(directory, 'containers', id, 'init.stat'));
      expect((await read('pids', id, 'cgroup.procs')).split('\n')).toContain(String(init));
      const stdout = new PassThrough();
      const command = ['cat', '/proc/self/cgroup'];
      await runtime.exec(id, { command, streams: { stdout }, tty: false }, AbortSignal.timeout(20_000));
      stdout.end();
      expect(await text(stdout)).toContain(`/${sandboxId}/${id}\n`);
      await runtime.removeSandbox(sandboxId);
      await expect(read('memory', 'cgroup.procs')).rejects.toThrow('ENOENT');
      const orphan = join(directories.memory, 'orphan');
      await mkdir(join(orphan, 'container'), { recursive: true });
      await open();
      await expect(readdir(orphan)).rejects.toThrow('ENOENT');
      await stopNode(directory);
      await expect(readdir(directories.memory)).rejects.toThrow('ENOENT');
    },
  );

  test('supervisor cannot be started: the container has failed with the reason, and can be removed', async () => {
    const { open, directory, scratch } = await makeBench();
    const runtime = await open();
    const pod = { namespace: 'default', name: 'pod', uid: 'uid' };
    const sandbox = await runtime.runSandbox({ pod, attempt: 0, hostname: 'pod', logDirectory: scratch });
    const { id } = await runtime.createContainer(sandbox.id, shellConfig('exit 0'));
    await rm(join(directory, 'supervisor.sh'));
    await expect(runtime.startContainer(id)).rejects.toMatchObject({ code: 'RUN_CONTAINER' });
    const [status] = await runtime.listContainers();
    expect(status).toMatchObject({ state: 'exited', reason: 'StartError', exitCode: 128 });
    expect(status?.message).toContain('supervisor.sh');
    await runtime.removeContainer(id);
    expect(await runtime.listContainers()).toEqual([]);
  });

  test('crun is there but does not work: containers are made without it, unless it was asked for', async () => {
    const programs = await temporaryDirectory();
    onTestFinished(() => programs.remove());
    await writeFile(join(programs.path, 'crun'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const programDirectories = [programs.path, ...PROGRAM_DIRECTORIES];
    const { open, scratch, directory } = await makeBench({ programDirectories });
    const runtime = await open();
    expect(await runtime.listSandboxes()).toEqual([]);
    const { id } = await startPod(runtime, scratch, 'sleep 600');
    expect(await readdir(join(directory, 'containers', id))).not.toContain('config.json');
    const strict = await makeBench({ programDirectories, form: 'crun' });
    await expect(strict.open()).rejects.toThrow('crun does not work here');
  });

  test('machine started again: processes of an earlier boot are not believed', async () => {
    const { open, directory, scratch } = await makeBench();
    const runtime = await open();
    const { id } = await startPod(runtime, scratch, 'sleep 600');
    const file = join(directory, 'containers', id, 'init.stat');
    const record = await readFile(file, 'utf8');
    await Promise.all(
      ['init.stat', 'supervisor.stat'].map((name) =>
        writeFile(join(directory, 'containers', id, name), record.replace(/\S+\n$/, '0000-1111\n')),
      ),
    );
    expect(await runtime.listContainers()).toMatchObject([{ state: 'exited', reason: 'ContainerStatusUnknown' }]);
    await writeFile(file, record);
    expect(await runtime.listContainers()).toMatchObject([{ state: 'running' }]);
  });
});
