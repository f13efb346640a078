import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { eventually } from '@kubemin/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import type {
  ContainerConfig,
  ContainerImage,
  ContainerRuntime,
  ContainerStatus,
  RuntimeFeature,
  SandboxConfig,
} from '../runtime/index.ts';
import { giveToNode, hostContainer } from './host-image.ts';
import type { RuntimeBench } from './runtime-suite.ts';

/** What runtimes do by their features, and how they refuse what they do not: see RuntimeFeature. */
export function describeRuntimeFeatures(name: string, makeBench: () => Promise<RuntimeBench>): void {
  describe(name, () => {
    let bench: RuntimeBench;
    let runtime: ContainerRuntime;
    let image: ContainerImage;
    let attempts = 0;

    beforeEach(async () => {
      bench = await makeBench();
      await mkdir(join(bench.scratch, 'logs'));
      await giveToNode(bench.scratch);
      image = await bench.makeImage(bench.imageRoot);
      runtime = await bench.open();
    });

    async function runSandbox(more: Partial<SandboxConfig> = {}): Promise<string> {
      const pod = { namespace: 'default', name: 'pod', uid: crypto.randomUUID() };
      const logDirectory = join(bench.scratch, 'logs');
      return (await runtime.runSandbox({ pod, attempt: 0, hostname: 'pod', logDirectory, ...more })).id;
    }

    async function start(sandbox: string, script: string, more: Partial<ContainerConfig> = {}): Promise<string> {
      attempts += 1;
      const config = hostContainer(bench.imageRoot, script, { image, attempt: attempts, ...more });
      const { id } = await runtime.createContainer(sandbox, config);
      await runtime.startContainer(id);
      return id;
    }

    async function findStatus(id: string): Promise<ContainerStatus> {
      const found = (await runtime.listContainers()).find((status) => status.id === id);
      if (found === undefined) throw new Error(`container ${id} is not listed`);
      return found;
    }

    const ended = (id: string): Promise<ContainerStatus> =>
      eventually(() => findStatus(id), { until: ({ state }) => state === 'exited' });
    const readLog = (file = 'main.log'): Promise<string> => {
      const options = { follow: false, timestamps: false };
      return text(runtime.readLog(join(bench.scratch, 'logs', file), options, new AbortController().signal));
    };

    async function run(
      script: string,
      more: Partial<ContainerConfig> = {},
      sandbox: Partial<SandboxConfig> = {},
    ): Promise<string> {
      const { exitCode } = await ended(await start(await runSandbox(sandbox), script, more));
      const log = await readLog();
      expect(exitCode, log).toBe(0);
      return log;
    }

    /** Skips by name where the runtime does not have the feature. */
    const need = (feature: RuntimeFeature, context: { skip(reason: string): void }): void => {
      if (!runtime.features.has(feature)) context.skip(`${runtime.version} does not have ${feature} here`);
    };

    const BOUNDING =
      'while read -r key value; do if [ "$key" = CapBnd: ]; then echo $value; fi; done </proc/self/status';

    test('capabilities are added and dropped, for commands that are run in the container as well', async (context) => {
      need('capabilities', context);
      const rights = { addCapabilities: ['NET_ADMIN'], dropCapabilities: ['MKNOD', 'NET_RAW'] };
      expect(await run(BOUNDING, { rights })).toBe('00000000a00415fb\n');
      expect(
        await run(BOUNDING, {
          rights: { dropCapabilities: ['ALL'], addCapabilities: ['CHOWN'] },
          logFile: 'one.log',
        }).then(() => readLog('one.log')),
      ).toContain('0000000000000001\n');
      const sandbox = await runSandbox();
      const id = await start(sandbox, 'sleep 600', { rights: { dropCapabilities: ['ALL'] }, name: 'other' });
      const stdout = new PassThrough();
      let output = '';
      stdout.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
      });
      const request = { command: ['sh', '-c', BOUNDING], streams: { stdout }, tty: false };
      await runtime.exec(id, request, new AbortController().signal);
      expect(output).toBe('0000000000000000\n');
      await expect(start(sandbox, '', { rights: { addCapabilities: ['NOTHING'] } })).rejects.toThrow(
        'unknown capability "CAP_NOTHING"',
      );
    });

    test('containers of a pod with shared processes see each other; what one leaves behind ends with it', async (context) => {
      need('shareProcessNamespace', context);
      const sandbox = await runSandbox({ sharedProcesses: true });
      const first = await start(sandbox, 'sleep 600 & sleep 601', { name: 'first', logFile: 'first.log' });
      const names = 'for each in /proc/[0-9]*; do read -r name <$each/cmdline; echo "$name" | tr "\\0" " "; done';
      await ended(await start(sandbox, `echo $$; ${names}`));
      const log = await readLog();
      expect(log).toContain('sleep 600');
      expect(log).toContain('sleep 601');
      expect(log).not.toMatch(/^1\n/);
      await runtime.stopContainer(first, { graceMs: 10_000 });
      expect(await findStatus(first)).toMatchObject({ state: 'exited', exitCode: 143 });
      await ended(await start(sandbox, names, { name: 'second', logFile: 'second.log' }));
      expect(await readLog('second.log')).not.toContain('sleep 60');
    });

    test('a debug container sees the processes of the container that it is for, and no others', async (context) => {
      need('shareProcessNamespace', context);
      const sandbox = await runSandbox();
      const target = await start(sandbox, 'sleep 600; true', { name: 'target', logFile: 'target.log' });
      await start(sandbox, 'sleep 601; true', { name: 'other', logFile: 'other.log' });
      const script = 'for each in /proc/[0-9]*; do tr "\\0" " " <$each/cmdline; echo; done';
      await ended(await start(sandbox, script, { processesOf: target }));
      expect(await readLog()).toContain('sleep 600');
      expect(await readLog()).not.toContain('sleep 601');
      expect(await findStatus(target)).toMatchObject({ state: 'running' });
      const place = 'readlink /proc/*/cwd /proc/*/root';
      const rights = { addCapabilities: ['SYS_PTRACE'] };
      await ended(await start(sandbox, place, { name: 'tracer', logFile: 'tracer.log', processesOf: target, rights }));
      expect(new Set((await readLog('tracer.log')).trim().split('\n'))).toEqual(new Set(['/']));
      await runtime.stopContainer(target, { graceMs: 0 });
      await expect(start(sandbox, '', { processesOf: target })).rejects.toThrow('is not running');
    });

    test('settings of the kernel are those that the pod asks for; unknown ones and those of the machine are refused', async (context) => {
      need('sysctls', context);
      const sysctls = { 'net.core.somaxconn': '333', 'kernel.shm_rmid_forced': '1', 'net/ipv4/tcp_fin_timeout': '21' };
      const script =
        'cat /proc/sys/net/core/somaxconn /proc/sys/kernel/shm_rmid_forced /proc/sys/net/ipv4/tcp_fin_timeout';
      expect(await run(script, {}, { sysctls })).toBe('333\n1\n21\n');
      for (const name of [
        'net.core.nothing_of_this_name',
        'kernel.core_pattern',
        'net.../../kernel/core_pattern',
        'vm.swappiness',
      ]) {
        await expect(runSandbox({ sysctls: { [name]: '1' } })).rejects.toThrow();
      }
    });

    test('system calls are filtered by the profile of the runtime, by a file, or not at all', async (context) => {
      need('seccomp', context);
      const mode =
        'while read -r key value; do if [ "$key" = Seccomp: ]; then echo $value; fi; done </proc/self/status';
      expect(await run(mode)).toBe('2\n');
      expect(await run(mode, { rights: { seccomp: 'unconfined' } })).toMatch(/0\n$/);
      const file = join(bench.scratch, 'profile.json');
      const syscalls = [{ names: ['mkdir', 'mkdirat'], action: 'SCMP_ACT_ERRNO' }];
      await writeFile(file, JSON.stringify({ defaultAction: 'SCMP_ACT_ALLOW', syscalls }));
      await giveToNode(bench.scratch);
      await run('! mkdir /tmp/made 2>/dev/null', { rights: { seccomp: { file } } });
      const sandbox = await runSandbox();
      const missing = { rights: { seccomp: { file: join(bench.scratch, 'absent.json') } } };
      await expect(start(sandbox, '', missing)).rejects.toThrow('absent.json');
    });

    test('nothing of /proc is hidden where that is asked for', async (context) => {
      need('procMount', context);
      const script = 'while read -r _ path _; do echo "$path"; done </proc/mounts';
      expect(await run(script)).toContain('/proc/');
      expect(
        await run(script, { rights: { unmaskedProc: true }, logFile: 'own.log' }).then(() => readLog('own.log')),
      ).not.toContain('/proc/');
    });

    test('limits change while a container runs', async (context) => {
      need('resources', context);
      const sandbox = await runSandbox();
      const id = await start(
        sandbox,
        'while [ ! -e /tmp/go ]; do sleep 0.05; done; x=xxxxxxxxxxxxxxxx; while :; do x=$x$x; done',
        {
          resources: { memoryLimit: 512 * 1024 * 1024, cpuLimit: 500 },
        },
      );
      await runtime.updateContainer(id, { memoryLimit: 16 * 1024 * 1024, cpuLimit: 1000, cpuRequest: 200 });
      await runtime.exec(id, { command: ['touch', '/tmp/go'], streams: {}, tty: false }, new AbortController().signal);
      expect(await ended(id)).toMatchObject({ exitCode: 137, reason: 'OOMKilled' });
    });

    test('a container has a limit of processes', async (context) => {
      need('resources', context);
      const script = 'i=0; while [ "$i" -lt 100 ]; do sleep 600 & i=$((i + 1)); done; echo all';
      const id = await start(await runSandbox(), script, { resources: { processLimit: 32 } });
      // The shell ends with it.
      expect((await ended(id)).exitCode).not.toBe(0);
      expect(await readLog()).toMatch(/fork/i);
    });

    test('a container sees its limits and cannot change them; a limit of CPU comes and goes while it runs', async (context) => {
      need('resources', context);
      const sandbox = await runSandbox();
      const memoryLimit = 64 * 1024 * 1024;
      const id = await start(sandbox, 'while :; do sleep 1; done', { resources: { memoryLimit, cpuLimit: 500 } });
      const exec = async (script: string): Promise<string> => {
        const stdout = new PassThrough();
        const request = { command: ['sh', '-c', script], streams: { stdout }, tty: false };
        const [output] = await Promise.all([
          text(stdout),
          runtime.exec(id, request, new AbortController().signal).then(() => stdout.end()),
        ]);
        return output.trim();
      };
      const read = (one: string, two: string): Promise<string> =>
        exec(`cd /sys/fs/cgroup; if [ -e ${two} ]; then cat ${two}; else cat ${one}; fi`);
      const readQuota = async (): Promise<number> => {
        const [quota] = (await read('cpu/cpu.cfs_quota_us', 'cpu.max')).split(' ');
        return Number(quota === 'max' ? -1 : quota);
      };
      expect(await read('memory/memory.limit_in_bytes', 'memory.max')).toBe(String(memoryLimit));
      const write =
        'cd /sys/fs/cgroup; for file in memory/memory.limit_in_bytes memory.max; do [ -e $file ] && echo 1 >$file; done';
      await exec(`{ ${write}; } 2>/dev/null`);
      expect(await read('memory/memory.limit_in_bytes', 'memory.max')).toBe(String(memoryLimit));
      expect(await readQuota()).toBe(50_000);
      await runtime.updateContainer(id, { memoryLimit, cpuRequest: 100 });
      expect(await readQuota()).toBe(-1);
      await runtime.updateContainer(id, { memoryLimit: 2 * memoryLimit, cpuLimit: 1000 });
      expect(await readQuota()).toBe(100_000);
      expect(await read('memory/memory.limit_in_bytes', 'memory.max')).toBe(String(2 * memoryLimit));
    });

    test('a pod has limits for all its containers together', async (context) => {
      need('resources', context);
      const resources = { memoryLimit: 16 * 1024 * 1024 };
      const sandbox = await runSandbox({ resources });
      const id = await start(sandbox, 'x=xxxxxxxxxxxxxxxx; while :; do x=$x$x; done');
      expect(await ended(id)).toMatchObject({ exitCode: 137 });
    });

    test('what is not offered is refused, and named', async () => {
      const refused: readonly (readonly [RuntimeFeature, Partial<SandboxConfig>])[] = [
        ['hostPID', { hostPid: true }],
        ['hostIPC', { hostIpc: true }],
        ['privileged', { privileged: true }],
        ['userNamespaces', { ownUsers: true }],
        ['shareProcessNamespace', { sharedProcesses: true }],
      ];
      for (const [feature, config] of refused) {
        if (runtime.features.has(feature)) continue;
        await expect(runSandbox(config)).rejects.toThrow('not supported');
      }
      await expect(runSandbox({ handler: 'no-such-handler' })).rejects.toThrow(/no runtime for/);
    });
  });
}
