import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rmdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { core } from '@kubemin/kubeapi/resources';
import {
  eventually,
  findProgram,
  freePort,
  startTestCluster,
  type TestCluster,
  temporaryDirectory,
} from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { systemPrograms } from '../../task/programs/program-runner.ts';
import { deliverTo, startClusterEngine } from '../../test-support/cluster-engine.ts';

const SYSTEM_PATH = '/usr/bin:/bin:/usr/sbin:/sbin';
const HOST_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl';
const PRIVATE_KEY =
  '-----BEGIN OPENSSH PRIVATE KEY-----\ncanary-of-the-private-key\n-----END OPENSSH PRIVATE KEY-----\n';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ controllers: false });
  const data = { 'ssh-privatekey': Buffer.from(PRIVATE_KEY).toString('base64') };
  const metadata = { name: 'build-ssh', namespace: 'default' };
  await cluster.client
    .resource(core.v1.secrets, 'default')
    .create({ apiVersion: 'v1', kind: 'Secret', metadata, data });
});
afterAll(() => cluster.close());

/** A program in place of ssh: prints its arguments and what it was given to read. */
const ECHO = `#!/bin/sh
for word in "$@"; do
  echo "argument $word"
  case $previous in -i) echo "mode $(stat -c %a "$word")"; cat "$word" ;; esac
  case $word in UserKnownHostsFile=*) cat "\${word#*=}" ;; esac
  previous=$word
done
env | sort | sed 's/^/variable /'
cat
exit \${EXIT:-0}
`;

async function directoryOfTest(): Promise<string> {
  const directory = await temporaryDirectory();
  onTestFinished(() => directory.remove());
  return directory.path;
}

async function stubPath(script: string): Promise<string> {
  const directory = join(await directoryOfTest(), 'bin');
  await mkdir(directory);
  await writeFile(join(directory, 'ssh'), script);
  await chmod(join(directory, 'ssh'), 0o755);
  return `${directory}:${SYSTEM_PATH}`;
}

interface SshServer {
  readonly port: number;
  readonly user: string;
  readonly hostKey: string;
  /** A key that is not the server's. */
  readonly otherKey: string;
  /** The private key of a user that may log in. */
  readonly identity: string;
}

/** A real server on a free port of this machine, for the user of the test, until the test ends. */
async function startSshServer(): Promise<SshServer> {
  const directory = await directoryOfTest();
  const key = async (name: string) => {
    spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(directory, name)]);
    const [type, body] = (await readFile(join(directory, `${name}.pub`), 'utf8')).split(' ');
    return `${type} ${body}`;
  };
  const [hostKey, otherKey, userKey] = [await key('host'), await key('other'), await key('user')];
  await writeFile(join(directory, 'authorized'), `${userKey}\n`);
  const port = await freePort();
  const settings = {
    Port: port,
    ListenAddress: '127.0.0.1',
    HostKey: join(directory, 'host'),
    AuthorizedKeysFile: join(directory, 'authorized'),
    PidFile: 'none',
    PermitRootLogin: 'yes',
    PasswordAuthentication: 'no',
    StrictModes: 'no',
    UsePAM: 'no',
  };
  const config = join(directory, 'config');
  await writeFile(
    config,
    Object.entries(settings)
      .map(([name, value]) => `${name} ${value}\n`)
      .join(''),
  );
  // As root it insists on a directory under /run, which only this process gets.
  const prepare = process.getuid?.() === 0 ? 'mount -t tmpfs tmpfs /run && mkdir /run/sshd && ' : '';
  const words = ['sh', '-c', `${prepare}exec ${findProgram('sshd')} -D -e -f ${config}`];
  const server = spawn(prepare === '' ? 'sh' : 'unshare', prepare === '' ? words.slice(1) : ['--mount', ...words]);
  onTestFinished(() => {
    server.kill();
  });
  let printed = '';
  server.stderr.on('data', (bytes: Buffer) => {
    printed += bytes.toString();
  });
  await eventually(() => {
    if (server.exitCode !== null) throw new Error(`sshd ended: ${printed}`);
    return printed.includes('Server listening');
  });
  return {
    port,
    user: userInfo().username,
    hostKey,
    otherKey,
    identity: await readFile(join(directory, 'user'), 'utf8'),
  };
}

interface Setup {
  readonly path?: string;
  readonly hosts?: readonly string[];
}

async function run(properties: object, { path = SYSTEM_PATH, hosts = ['build.example.org'] }: Setup = {}) {
  const temporary = await directoryOfTest();
  const engine = await startClusterEngine(cluster.client, {
    programs: systemPrograms({ path, temporary }),
    settings: { ssh: { hosts }, restrictUses: true },
  });
  const step = {
    name: 'remote',
    type: 'ssh',
    properties: {
      host: 'build.example.org',
      user: 'deploy',
      command: 'uptime; true',
      identity: { name: 'build-ssh' },
      hostKeys: [HOST_KEY],
      ...properties,
    },
    outputs: [{ name: 'code', from: 'exitCode' }],
  };
  const conf = { name: 'conf', type: 'config', properties: { conf: { a: '1' } } };
  const { task, jobs } = await deliverTo(engine, `ssh-${temporary.slice(-6).toLowerCase()}`, [conf], [step]);
  const job = jobs.find(({ type }) => type === 'ssh');
  const log = job === undefined ? undefined : await engine.log(job.id);
  return { task, job, log: log?.text ?? '', left: await readdir(temporary) };
}

describe('ssh', () => {
  test('gets pinned keys, the key in a file of its own, and nothing else of the platform', async () => {
    const { task, job, log, left } = await run({ port: 2222, stdin: 'typed\n' }, { path: await stubPath(ECHO) });
    expect(task?.status).toBe('completed');
    expect(job).toMatchObject({ message: 'ran on deploy@build.example.org, exit code 0', outputs: { code: 0 } });
    const given = log.split('\n');
    for (const word of [
      'StrictHostKeyChecking=yes',
      'BatchMode=yes',
      'IdentityAgent=none',
      'ProxyCommand=none',
      '2222',
    ]) {
      expect(given).toContain(`argument ${word}`);
    }
    expect(given).toContain(`[build.example.org]:2222 ${HOST_KEY}`);
    expect(given).toContain('mode 600');
    expect(given.slice(given.indexOf('argument --')).slice(0, 3)).toEqual([
      'argument --',
      'argument build.example.org',
      'argument uptime; true',
    ]);
    expect(given).toContain('typed');
    const variables = given.filter((line) => line.startsWith('variable ')).map((line) => line.slice(9).split('=')[0]);
    expect(variables.filter((name) => !['PWD', 'SHLVL', '_', 'OLDPWD'].includes(name ?? ''))).toEqual([
      'HOME',
      'LANG',
      'PATH',
      'TMPDIR',
    ]);
    expect(log).not.toContain('canary-of-the-private-key');
    expect(left).toEqual([]);
  });

  test('removes what a killed process of the same id has left, at once, and makes its directory itself', async () => {
    const temporary = join(await directoryOfTest(), 'tmp');
    const left = join(temporary, `kubemin-program-${process.pid}-abcdef`);
    await mkdir(left, { recursive: true });
    await writeFile(join(left, 'identity'), PRIVATE_KEY);
    const programs = systemPrograms({ path: SYSTEM_PATH, temporary });
    await eventually(async () => (await readdir(temporary)).length === 0);
    await rmdir(temporary);
    const request = { program: 'pwd', args: () => [], maxBytes: 1_000, signal: new AbortController().signal };
    expect((await programs(request)).stdout).toContain(join(temporary, 'kubemin-program-'));
    expect((await stat(temporary)).mode & 0o777).toBe(0o700);
    expect(await readdir(temporary)).toEqual([]);
  });

  test.each([
    ['a host that the operator does not allow', { host: 'other.example.org' }, /not allowed.*--jobs-ssh-hosts/],
    ['no pinned key', { hostKeys: [] }, /no key of the host .* is pinned/],
    ['a Secret that is not there', { identity: { name: 'none' } }, /Secret "none" does not exist/],
    ['a key that the Secret has not', { identity: { name: 'build-ssh', key: 'x' } }, /has no key "x"/],
  ])('refuses %s before anything is started', async (_name, properties, error) => {
    const { task, log } = await run(properties, { path: await stubPath(ECHO) });
    expect(task).toMatchObject({ status: 'failed', error: expect.stringMatching(error) });
    expect(log).toBe('');
  });

  test('reports an exit code, a refused host key and a missing program', async () => {
    const failing = await stubPath('#!/bin/sh\necho "disk full" >&2\nexit 3\n');
    expect((await run({}, { path: failing })).task?.error).toContain('ended with exit code 3: disk full');
    expect((await run({ expectExitCode: [0, 3] }, { path: failing })).task?.status).toBe('completed');
    const unknown = await stubPath('#!/bin/sh\necho "Host key verification failed." >&2\nexit 255\n');
    expect((await run({}, { path: unknown })).task?.error).toContain('not one of the pinned keys');
    expect((await run({}, { path: '/nowhere' })).task?.error).toContain('"ssh" is not installed');
  });

  const missing = ['sshd', 'ssh-keygen', 'unshare'].find((program) => findProgram(program) === undefined);
  const why =
    missing === undefined
      ? ''
      : ` (skipped: there is no ${missing} on this machine; the Debian package openssh-server has it)`;
  test.skipIf(missing !== undefined)(
    `a server: runs the command there, and refuses another host key${why}`,
    async () => {
      const { port, user, hostKey, otherKey, identity } = await startSshServer();
      await cluster.client.resource(core.v1.secrets, 'default').create({
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'real-ssh', namespace: 'default' },
        data: { 'ssh-privatekey': Buffer.from(identity).toString('base64') },
      });
      const place = { host: '127.0.0.1', port, user, identity: { name: 'real-ssh' } };
      const allowed = { hosts: [`127.0.0.1:${port}`] };
      const command = 'echo "from $SSH_CONNECTION"; cat; exit 4';
      const done = await run({ ...place, hostKeys: [hostKey], command, stdin: 'typed', expectExitCode: [4] }, allowed);
      expect(done.task).toMatchObject({ status: 'completed' });
      expect(done.log).toMatch(/^from 127\.0\.0\.1 \d+ 127\.0\.0\.1 \d+\ntyped/);
      const refused = await run({ ...place, hostKeys: [otherKey] }, allowed);
      expect(refused.task?.error).toContain('not one of the pinned keys');
      const denied = await run({ ...place, hostKeys: [hostKey], identity: { name: 'build-ssh' } }, allowed);
      expect(denied.task?.error).toMatch(/does not accept|denied/);
    },
  );

  const hasSsh = spawnSync('ssh', ['-V'], { env: { PATH: SYSTEM_PATH } }).status === 0;
  test.skipIf(!hasSsh)('the real program accepts the arguments, and reports a host that is no SSH server', async () => {
    const server = createServer((socket) => socket.end('not ssh\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.close();
    });
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { task } = await run({ host: '127.0.0.1', port }, { hosts: [`127.0.0.1:${port}`] });
    expect(task).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('no connection to the host 127.0.0.1'),
    });
    expect(task?.error).not.toMatch(/usage:|Bad configuration option/);
  });
});
