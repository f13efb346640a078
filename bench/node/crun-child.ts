import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { childSettings, serveRequests, type Values } from './namespace-child.ts';
import { endedProcessorMs } from './processes.ts';

/** Runs a container with crun alone: `run` starts it, measures that, and removes it. */
const { directory, root, crun, command } = childSettings<{
  readonly directory: string;
  readonly root: string;
  readonly crun: string;
  readonly command: readonly string[];
}>();
const run = promisify(execFile);
const options = ['--root', join(directory, 'state'), '--cgroup-manager=disabled'];
const NAMESPACES = ['pid', 'network', 'ipc', 'uts', 'mount'];

/** What every container has, as our own driver sets it up with crun. */
function ociConfig() {
  const dev = ['nosuid', 'strictatime', 'mode=755', 'size=65536k'];
  return {
    ociVersion: '1.0.0',
    process: { terminal: false, user: { uid: 0, gid: 0 }, args: command, env: ['PATH=/bin'], cwd: '/' },
    root: { path: root, readonly: false },
    hostname: 'bench',
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: dev },
      { destination: '/dev/shm', type: 'tmpfs', source: 'shm', options: ['nosuid', 'noexec', 'nodev'] },
    ],
    linux: { namespaces: NAMESPACES.map((type) => ({ type })) },
  };
}

let containers = 0;
async function runContainer(): Promise<Values> {
  containers += 1;
  const id = `bench-${containers}`;
  const bundle = join(directory, 'bundle');
  const before = endedProcessorMs('self');
  const began = performance.now();
  const child = spawn(crun, [...options, 'run', '--detach', '--bundle', bundle, id], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  const wall = performance.now() - began;
  const cpu = endedProcessorMs('self') - before;
  await run(crun, [...options, 'delete', '--force', id]);
  if (code !== 0) throw new Error(`crun run: exit code ${code}`);
  return { wall, cpu };
}

// crun refuses to start where control groups of both versions are mounted.
await run('mount', ['-t', 'tmpfs', 'none', '/sys/fs/cgroup']);
await mkdir(join(directory, 'bundle'), { recursive: true });
await writeFile(join(directory, 'bundle', 'config.json'), JSON.stringify(ociConfig()));
serveRequests({ run: runContainer });
