import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
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
  LogReadOptions,
  SandboxStatus,
} from '../runtime/index.ts';
import { giveToNode, hostContainer } from './host-image.ts';

/** What a runtime is tested with. */
export interface RuntimeBench {
  /** Opens the runtime, again on what it has; the one that was open before is closed. */
  open(): Promise<ContainerRuntime>;
  /** The root of an image that has a shell and the usual small programs in /bin, and the libraries of Node. */
  readonly imageRoot: string;
  /** A directory as an image. */
  makeImage(root: string): Promise<ContainerImage>;
  /** An empty directory for the files of one test. */
  readonly scratch: string;
}

/** The behaviour that every container runtime has. `makeBench` is called for each test and cleans up when the test ends. */
export function describeRuntime(name: string, makeBench: () => Promise<RuntimeBench>): void {
  describe(name, () => {
    let bench: RuntimeBench;
    let runtime: ContainerRuntime;
    let sandboxes = 0;
    let image: ContainerImage;
    let attempts = 0;

    beforeEach(async () => {
      bench = await makeBench();
      await mkdir(join(bench.scratch, 'logs'));
      image = await bench.makeImage(bench.imageRoot);
      runtime = await bench.open();
    });

    async function runSandbox(): Promise<SandboxStatus> {
      await giveToNode(bench.scratch);
      sandboxes += 1;
      const podName = `pod-${sandboxes}`;
      return runtime.runSandbox({
        pod: { namespace: 'default', name: podName, uid: `uid-${sandboxes}` },
        attempt: 0,
        hostname: podName,
        logDirectory: join(bench.scratch, 'logs'),
      });
    }

    // Each has an attempt of its own, as those of one name in one pod have.
    const shellConfig = (script: string, more: Partial<ContainerConfig> = {}): ContainerConfig => {
      attempts += 1;
      return hostContainer(bench.imageRoot, script, { image, attempt: attempts, ...more });
    };

    async function start(
      script: string,
      more: Partial<ContainerConfig> = {},
      sandbox?: SandboxStatus,
    ): Promise<string> {
      const { id: sandboxId } = sandbox ?? (await runSandbox());
      await giveToNode(bench.scratch);
      const { id } = await runtime.createContainer(sandboxId, shellConfig(script, more));
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

    async function run(
      script: string,
      more: Partial<ContainerConfig> = {},
    ): Promise<{ code: number | undefined; log: string }> {
      const { exitCode: code } = await ended(await start(script, more));
      return { code, log: await readLog() };
    }

    const readLog = (file = 'main.log'): Promise<string> => {
      const options = { follow: false, timestamps: false };
      return text(runtime.readLog(join(bench.scratch, 'logs', file), options, new AbortController().signal));
    };

    async function exec(id: string, command: readonly string[], more: { input?: string; tty?: boolean } = {}) {
      const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
      streams.stdin.end(more.input ?? '');
      const outcome = runtime.exec(id, { command, streams, tty: more.tty ?? false }, new AbortController().signal);
      const result = await outcome.finally(() => {
        streams.stdout.end();
        streams.stderr.end();
      });
      return { outcome: result, stdout: await text(streams.stdout), stderr: await text(streams.stderr) };
    }

    test('a container has the command, environment, directory, user and host name that were asked for', async () => {
      const environment = { PATH: '/bin', GREETING: "it's $HOME `x` \\n", EMPTY: '', LINES: 'one\ntwo' };
      const { code, log } = await run(
        'printf "%s|%s|%s\\n" "$GREETING" "$EMPTY" "$LINES"; pwd; id -u; id -g; hostname',
        { environment, workingDirectory: '/made/here', user: { uid: 1234, gid: 5678, groups: [] } },
      );
      expect(code).toBe(0);
      expect(log).toBe(`it's $HOME \`x\` \\n||one\ntwo\n/made/here\n1234\n5678\npod-${sandboxes}\n`);
    });

    test('arguments arrive as they are, and variables with any name reach a program that is no shell', async () => {
      const environment = { PATH: '/bin', HOME: '/tmp', 'dotted.name': 'd', LD_LIBRARY_PATH: '/nowhere' };
      const { log } = await run('', { command: ['env'], environment });
      // Other runtimes add the name of the host, as Kubernetes has it.
      const variables = log.split('\n').filter((line) => line !== '' && !line.startsWith('HOSTNAME='));
      expect(variables.toSorted()).toEqual(['HOME=/tmp', 'LD_LIBRARY_PATH=/nowhere', 'PATH=/bin', 'dotted.name=d']);
    });

    test('values of variables are in no command line, whatever their names are', async () => {
      const value = crypto.randomUUID();
      const environment = { PATH: '/bin', 'dotted.name': value, PLAIN: value };
      const id = await start('sleep 600', { environment });
      const gone = new AbortController();
      const command = ['sh', '-c', 'echo $PLAIN; while :; do sleep 0.05; done'];
      const stdout = new PassThrough();
      const running = runtime.exec(id, { command, streams: { stdout }, tty: false }, gone.signal);
      await once(stdout, 'data');
      const lines = await Promise.all(
        (await readdir('/proc'))
          .filter((name) => /^\d+$/.test(name))
          .map((pid) => readFile(join('/proc', pid, 'cmdline'), 'utf8').catch(() => '')),
      );
      expect(lines.filter((line) => line.includes(value))).toEqual([]);
      gone.abort();
      await running;
    });

    test.each([
      ['exit 0', 0, 'Completed'],
      ['exit 7', 7, 'Error'],
      ['sleep 60 & kill -9 $!; wait $!', 137, 'Error'],
    ])('exit code and reason: %s', async (script, exitCode, reason) => {
      const status = await ended(await start(script));
      expect(status).toMatchObject({ exitCode, reason, state: 'exited' });
      expect(status.finishedAt).toBeGreaterThanOrEqual(status.startedAt ?? Number.POSITIVE_INFINITY);
    });

    test('the log has both streams, each in its order, also when a program opens /dev/stdout again', async () => {
      const { log } = await run('echo one; echo two >&2; echo three >/dev/stdout; echo four >/dev/stderr; echo five');
      const lines = (...wanted: readonly string[]) => log.split('\n').filter((line) => wanted.includes(line));
      expect(lines('one', 'three', 'five')).toEqual(['one', 'three', 'five']);
      expect(lines('two', 'four')).toEqual(['two', 'four']);
    });

    test('a program that is missing or not executable is refused with the message of other runtimes', async () => {
      const sandbox = await runSandbox();
      const startIt = async (...command: readonly string[]): Promise<void> => {
        const { id } = await runtime.createContainer(sandbox.id, shellConfig('', { command }));
        await runtime.startContainer(id);
      };
      await expect(startIt('nothing')).rejects.toThrow('exec: "nothing": executable file not found in $PATH');
      await expect(startIt('/no/such')).rejects.toThrow('exec: "/no/such": stat /no/such: no such file or directory');
      await expect(startIt('/etc')).rejects.toThrow('exec: "/etc": permission denied');
      const [first] = await runtime.listContainers();
      expect(first).toMatchObject({ state: 'exited', exitCode: 128, reason: 'StartError' });
      expect(first?.message).toContain('executable file not found in $PATH');
    });

    test('volumes are mounted, also files and one inside the other; read-only ones cannot be written', async () => {
      const [data, inner, file] = [
        join(bench.scratch, 'data dir'),
        join(bench.scratch, 'inner'),
        join(bench.scratch, 'file'),
      ];
      await Promise.all([mkdir(data), mkdir(inner), writeFile(file, 'a file\n')]);
      const mounts = [
        { source: inner, target: '/mnt/data/inner', readOnly: false },
        { source: data, target: '/mnt/data', readOnly: false },
        { source: data, target: '/fixed', readOnly: true },
        { source: file, target: '/etc/settings/app.conf', readOnly: true },
        { source: inner, target: '/dev/shm', readOnly: false },
      ];
      const { log } = await run(
        'echo x >/mnt/data/x; echo y >/mnt/data/inner/y; cat /fixed/x /dev/shm/y /etc/settings/app.conf; (echo z >/fixed/z) 2>/dev/null || echo refused',
        { mounts },
      );
      expect(log).toBe('x\ny\na file\nrefused\n');
      expect(await readFile(join(data, 'x'), 'utf8')).toBe('x\n');
      expect(await readFile(join(inner, 'y'), 'utf8')).toBe('y\n');
    });

    test('a link of the image leads nowhere outside of it', async () => {
      const root = join(bench.scratch, 'hostile');
      const outside = join(bench.scratch, 'outside');
      const volume = join(bench.scratch, 'volume');
      await Promise.all([mkdir(outside), mkdir(volume), mkdir(root)]);
      for (const name of ['bin', 'lib', 'lib64', 'usr']) await mkdir(join(root, name));
      await symlink(outside, join(root, 'absolute'));
      await symlink(`../../../../../../..${outside}`, join(root, 'relative'));
      const hostile = await bench.makeImage(root);
      const mounts = [
        { source: volume, target: '/absolute/here', readOnly: false },
        { source: volume, target: '/relative/there', readOnly: false },
        { source: bench.imageRoot, target: '/image', readOnly: true },
        ...['bin', 'lib', 'lib64', 'usr'].map((name) => ({
          source: join(bench.imageRoot, name),
          target: `/${name}`,
          readOnly: true,
        })),
      ];
      const { code } = await run('echo hello >/absolute/here/file && ls /relative/there/file', {
        image: hostile,
        mounts,
      });
      expect(code).toBe(0);
      expect(await readFile(join(volume, 'file'), 'utf8')).toBe('hello\n');
      await expect(readFile(join(outside, 'here', 'file'))).rejects.toThrow('ENOENT');
    });

    test('a directory of a volume that becomes a link before it is mounted leads nowhere', async () => {
      const volume = join(bench.scratch, 'shared volume');
      const outside = join(bench.scratch, 'outside');
      await Promise.all([mkdir(join(volume, 'sub'), { recursive: true }), mkdir(outside)]);
      await writeFile(join(outside, 'secret'), '');
      const mounts = [
        { source: volume, target: '/volume', readOnly: false },
        { source: join(volume, 'sub'), target: '/sub', readOnly: true },
      ];
      const sandbox = await runSandbox();
      const script = '[ ! -e /sub/secret ]';
      const { id } = await runtime.createContainer(sandbox.id, shellConfig(script, { mounts }));
      await rename(join(volume, 'sub'), join(volume, 'sub.old'));
      await symlink(outside, join(volume, 'sub'));
      // It is refused, or has what was meant.
      await runtime.startContainer(id).catch(() => undefined);
      const { exitCode, reason } = await ended(id);
      expect([0, 128]).toContain(exitCode);
      expect(['Completed', 'StartError']).toContain(reason);
      await rm(join(volume, 'sub'));
      await rename(join(volume, 'sub.old'), join(volume, 'sub'));
      expect(await ended(await start(script, { mounts }, sandbox))).toMatchObject({ exitCode: 0 });
    });

    test('a mount that is impossible is refused and named', async () => {
      const sandbox = await runSandbox();
      const begin = async (source: string, target: string): Promise<void> => {
        const mounts = [{ source, target, readOnly: false }];
        const { id } = await runtime.createContainer(sandbox.id, shellConfig('', { mounts }));
        await runtime.startContainer(id);
      };
      await expect(begin('/no/such/directory', '/data')).rejects.toThrow(/\/no\/such\/directory.*no such file/);
      await expect(begin(bench.scratch, '/bin/sh')).rejects.toThrow(/a directory onto a file|not a directory/);
    });

    test('what a container writes to its root is gone with it, and a read-only root cannot be written', async () => {
      await run('echo x >/tmp/x');
      await run('cat /tmp/x 2>/dev/null || echo absent', { logFile: 'second.log' });
      expect(await readLog('second.log')).toBe('absent\n');
      const { code } = await run('echo x >/tmp/x', { readOnlyRoot: true });
      expect(code).not.toBe(0);
    });

    test('a container cannot see the processes and files of the machine', async () => {
      const { log } = await run(
        `exec 2>&1; echo $$; ls ${bench.scratch} 2>/dev/null || echo hidden; ls /dev/.old; cat /proc/1/mountinfo`,
      );
      expect(log).toMatch(/^1\nhidden\n/);
      expect(log).not.toContain(' /dev/.old');
    });

    test('settings of the kernel cannot be changed, and variables of the loader do not reach the set-up', async () => {
      const library = join(bench.scratch, 'trace.so');
      await writeFile(library, 'no library');
      const { log } = await run(
        '(echo x >>/proc/sys/kernel/core_pattern) 2>/dev/null || echo refused; (: >/dev/.kubemin/new) 2>/dev/null || echo refused; cat /proc/self/status',
        {
          environment: { PATH: '/bin', LD_PRELOAD: '/trace.so', GCONV_PATH: '/x' },
          mounts: [{ source: library, target: '/trace.so', readOnly: true }],
        },
      );
      const lines = log.split('\n').filter((line) => !line.includes('/trace.so'));
      expect(lines.slice(0, 2)).toEqual(['refused', 'refused']);
      // The shell and cat report it, with the sandbox the program that changes the directory; those that have more rights than they do not.
      const reports = log.split('\n').filter((line) => line.includes("'/trace.so' from LD_PRELOAD"));
      expect([2, 3]).toContain(reports.length);
    });

    test('a command is over when its caller goes away, also when its children hold its output', async () => {
      const id = await start('sleep 600');
      const stdout = new PassThrough();
      const command = ['sh', '-c', 'sleep 300; true'];
      const begun = performance.now();
      await runtime.exec(id, { command, streams: { stdout }, tty: false }, AbortSignal.timeout(200));
      expect(performance.now() - begun).toBeLessThan(30_000);
    });

    test('stopping sends the signal first, and kills what is left after the grace period', async () => {
      const polite = await start('trap "exit 3" TERM; echo ready; while :; do sleep 0.05; done');
      await eventually(readLog, { until: (log) => log.includes('ready') });
      await runtime.stopContainer(polite, { graceMs: 10_000 });
      expect(await findStatus(polite)).toMatchObject({ state: 'exited', exitCode: 3 });
      const deaf = await start('trap "" TERM; echo ready; while :; do sleep 0.05; done', { logFile: 'deaf.log' });
      await eventually(() => readLog('deaf.log'), { until: (log) => log.includes('ready') });
      await runtime.stopContainer(deaf, { graceMs: 100 });
      expect(await findStatus(deaf)).toMatchObject({ state: 'exited', exitCode: 137 });
    });

    test('stopping sends the signal that the container names', async () => {
      const id = await start('trap "exit 4" QUIT; trap "exit 5" USR1; echo ready; while :; do sleep 0.05; done', {
        stopSignal: 'SIGQUIT',
      });
      await eventually(readLog, { until: (log) => log.includes('ready') });
      await runtime.stopContainer(id, { graceMs: 10_000 });
      expect(await findStatus(id)).toMatchObject({ exitCode: 4 });
    });

    test('a command in a container has its own exit code and streams; a missing one is named', async () => {
      const id = await start('sleep 600', {
        environment: { PATH: '/bin', COLOUR: 'red' },
        user: { uid: 7, gid: 7, groups: [] },
      });
      const { outcome, stdout, stderr } = await exec(
        id,
        ['sh', '-c', 'cat; echo $COLOUR; id -u; echo error >&2; exit 4'],
        { input: 'typed\n' },
      );
      expect({ outcome, stdout, stderr }).toEqual({
        outcome: { kind: 'exited', exitCode: 4 },
        stdout: 'typed\nred\n7\n',
        stderr: 'error\n',
      });
      expect((await exec(id, ['nothing'])).outcome).toEqual({
        kind: 'failed',
        message: 'exec: "nothing": executable file not found in $PATH',
      });
    });

    test('a command with a terminal has the size that was asked for', async () => {
      const id = await start('sleep 600');
      const stdout = new PassThrough();
      const resize = (async function* () {
        yield { width: 101, height: 33 };
      })();
      const command = ['sh', '-c', 'while [ "$(stty size)" != "33 101" ]; do sleep 0.02; done; echo sized'];
      const outcome = await runtime.exec(
        id,
        { command, streams: { stdout, resize }, tty: true },
        AbortSignal.timeout(60_000),
      );
      stdout.end();
      expect({ outcome, output: await text(stdout) }).toEqual({
        outcome: { kind: 'exited', exitCode: 0 },
        output: 'sized\r\n',
      });
    });

    test('a command ends when its caller goes away', async () => {
      const id = await start('sleep 600');
      const gone = new AbortController();
      const running = runtime.exec(id, { command: ['sleep', '4711'], streams: {}, tty: false }, gone.signal);
      const list = async (): Promise<string> => (await exec(id, ['sh', '-c', 'cat /proc/[0-9]*/cmdline'])).stdout;
      await eventually(list, { until: (found) => found.includes('4711') });
      gone.abort();
      await running;
      await eventually(list, { until: (found) => !found.includes('4711') });
    });

    test('streams are attached to a container: what it reads, and what it writes from then on', async () => {
      const id = await start('echo early; while read -r line; do echo "got $line"; done; echo end', {
        ...{ stdin: true, stdinOnce: true },
      });
      await eventually(readLog, { until: (log) => log.includes('early') });
      const [stdin, stdout] = [new PassThrough(), new PassThrough()];
      const attached = runtime.attach(id, { stdin, stdout }, AbortSignal.timeout(60_000));
      const output = text(stdout);
      stdin.end('one\ntwo\n');
      expect(await attached).toEqual({ kind: 'exited', exitCode: 0 });
      stdout.end();
      expect(await output).toBe('got one\ngot two\nend\n');
      expect(await ended(id)).toMatchObject({ exitCode: 0 });
      await expect(runtime.attach(id, {}, AbortSignal.timeout(60_000))).rejects.toThrow('is not running');
    });

    test('a container with a terminal has its size, and its input stays open for the next to attach', async () => {
      const id = await start('stty size; while read -r line; do echo "got $line"; stty size; done', {
        ...{ stdin: true, stdinOnce: false, tty: true },
      });
      for (const [word, width] of [
        ['first', 91],
        ['second', 101],
      ] as const) {
        const [stdin, stdout, gone] = [new PassThrough(), new PassThrough(), new AbortController()];
        const resize = (async function* () {
          yield { width, height: 33 };
        })();
        const attached = runtime.attach(id, { stdin, stdout, resize }, gone.signal);
        // The size arrives at some time.
        await eventually(
          async () => {
            stdin.write(`${word}\n`);
            return readLog();
          },
          { until: (log) => log.replaceAll('\r', '').includes(`got ${word}\n33 ${width}\n`) },
        );
        gone.abort();
        await attached;
      }
      expect(await findStatus(id)).toMatchObject({ state: 'running' });
    });

    test('pods have addresses of their own and reach each other; a connection to a port of a pod reaches its loopback', async () => {
      const mounts = [{ source: process.execPath, target: '/node/node', readOnly: true }];
      const serve = `require('http').createServer((q, r) => r.end('from ' + q.socket.remoteAddress.replace(/^.*:/, ''))).listen(8080, () => console.log('ready'))`;
      const [server, client] = [await runSandbox(), await runSandbox()];
      expect(server.address).not.toBe(client.address);
      await start('', { command: ['/node/node', '-e', serve], mounts, logFile: 'server.log' }, server);
      await eventually(() => readLog('server.log'), { until: (log) => log.includes('ready') });
      const ask = `require('http').get('http://${server.address}:8080/', (r) => r.pipe(process.stdout))`;
      await ended(await start('', { command: ['/node/node', '-e', ask], mounts, logFile: 'client.log' }, client));
      expect(await readLog('client.log')).toBe(`from ${client.address}`);
      const connection = await runtime.connect(server.id, 8080);
      connection.write('GET / HTTP/1.0\r\n\r\n');
      expect(await text(connection)).toContain('from 127.0.0.1');
      connection.end();
      await expect(runtime.connect(server.id, 81)).rejects.toThrow('connection refused');
    });

    test('a log can be read from its end, with times, from a moment on, and while it grows', async () => {
      const go = join(bench.scratch, 'go');
      const id = await start(
        'echo one; echo two; while [ ! -e /volume/go ]; do sleep 0.02; done; echo three; printf four',
        {
          mounts: [{ source: bench.scratch, target: '/volume', readOnly: true }],
        },
      );
      const file = join(bench.scratch, 'logs', 'main.log');
      await eventually(readLog, { until: (log) => log.includes('two') });
      const gone = new AbortController();
      const read = async (options: Partial<LogReadOptions>): Promise<string> =>
        text(runtime.readLog(file, { follow: false, timestamps: false, ...options }, gone.signal));
      const ending = new AbortController();
      runtime.onEvent(({ kind, containerId }) => kind === 'exited' && containerId === id && ending.abort());
      const following = read({ follow: true, tailLines: 1, ended: ending.signal });
      expect(await read({ tailLines: 1 })).toBe('two\n');
      expect(await read({ tailLines: 0 })).toBe('');
      expect(await read({ tailLines: 9 })).toBe('one\ntwo\n');
      expect(await read({ limitBytes: 5 })).toBe('one\nt');
      const before = Date.now() + 1;
      await eventually(() => Date.now() > before + 100);
      await writeFile(go, '');
      await ended(id);
      expect(await following).toBe('two\nthree\nfour');
      await eventually(() => read({ sinceMs: before }), { until: (log) => log === 'three\nfour' });
      expect(await read({ timestamps: true })).toMatch(/^(\d{4}-\d\d-\d\dT\S+\.\d{9}Z (one|two|three)\n){3}\S+Z four$/);
      const endless = read({ follow: true });
      gone.abort();
      await endless;
    });

    test('what a running container uses is measured', async () => {
      const id = await start('while :; do :; done');
      const used = await eventually(async () => (await runtime.listStats()).find((stats) => stats.id === id), {
        until: (stats) => (stats?.cpuNanoseconds ?? 0n) > 0n,
      });
      expect(used?.memoryBytes).toBeGreaterThan(0);
      await runtime.stopContainer(id, { graceMs: 0 });
    });

    test('a container that needs more memory than its limit is ended as OOMKilled; others go on', async (context) => {
      if (runtime.limitations.some(({ code }) => code === 'NoResourceLimits')) {
        context.skip('no writable control groups');
      }
      const sandbox = await runSandbox();
      const other = await start('sleep 600', { name: 'other', logFile: 'other.log' }, sandbox);
      const id = await start(
        'x=xxxxxxxxxxxxxxxx; while :; do x=$x$x; done',
        { resources: { memoryLimit: 16 * 1024 * 1024 } },
        sandbox,
      );
      expect(await ended(id)).toMatchObject({ exitCode: 137, reason: 'OOMKilled' });
      expect(await findStatus(other)).toMatchObject({ state: 'running' });
    });

    test('the end of a container is reported to listeners', async () => {
      const ends: (string | undefined)[] = [];
      runtime.onEvent(({ kind, containerId }) => kind === 'exited' && ends.push(containerId));
      const id = await start('exit 1');
      await eventually(() => ends.includes(id));
    });

    test('containers go on without the agent; a new one finds them, and the exit codes of those that ended meanwhile', async () => {
      const lasting = await start('echo ready; while :; do sleep 0.05; done');
      const ending = await start('while [ ! -e /volume/go ]; do sleep 0.02; done; exit 9', {
        mounts: [{ source: bench.scratch, target: '/volume', readOnly: true }],
        logFile: 'ending.log',
      });
      await runtime[Symbol.asyncDispose]();
      await writeFile(join(bench.scratch, 'go'), '');
      runtime = await bench.open();
      expect(await ended(ending)).toMatchObject({ exitCode: 9, reason: 'Error' });
      expect(await findStatus(lasting)).toMatchObject({ state: 'running' });
      expect((await exec(lasting, ['sh', '-c', 'exit 5'])).outcome).toEqual({ kind: 'exited', exitCode: 5 });
    });

    test('removing a sandbox ends and removes all of it; doing so again is no error', async () => {
      const sandbox = await runSandbox();
      await start('mkdir -p /closed/x; chmod 000 /closed; sleep 600', {}, sandbox);
      await runtime.removeSandbox(sandbox.id);
      await runtime.removeSandbox(sandbox.id);
      expect(await runtime.listSandboxes()).toEqual([]);
      expect(await runtime.listContainers()).toEqual([]);
      await expect(runtime.createContainer(sandbox.id, shellConfig(''))).rejects.toThrow('is not ready');
    });
  });
}
