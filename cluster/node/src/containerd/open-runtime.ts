import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { Clock, Random } from '@kubemin/base';
import { containerdMessages, runtimeMessages } from '../messages/index.ts';
import { RuntimeError } from '../runtime/index.ts';
import {
  anchorFromInside,
  connectInNamespace,
  DEFAULT_NODE_NETWORK,
  findAnchor,
  findHostPrograms,
  findProgram,
  type NodeNetwork,
  openControlGroups,
  ownUsers,
  PROGRAM_DIRECTORIES,
  runProgram,
  startAnchor,
} from '../sandbox/index.ts';
import { CRI_NAMESPACE, cri } from './api/index.ts';
import { containerdPaths, networkConfig, type OciRuntime } from './containerd-config.ts';
import { ContainerdProcess } from './containerd-process.ts';
import { ContainerdRuntime } from './containerd-runtime.ts';
import { GrpcClient } from './grpc/index.ts';
import { ImageImporter, type ImageSource } from './image-importer.ts';
import { PinnedMounts } from './pinned-mounts.ts';

export interface ContainerdRuntimeOptions {
  /** Where everything is kept; made when absent. Only one runtime at a time uses it. */
  readonly directory: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Where images come from. */
  readonly images: ImageSource;
  /** Where the programs of the machine are looked for. @default the usual directories */
  readonly programDirectories?: readonly string[];
  readonly network?: NodeNetwork;
  /** This process is in the namespaces of the node already, its PID namespace excepted. @default false */
  readonly inside?: boolean;
  /** Size at which the log of a container is rotated. @default 10 MiB */
  readonly logLimit?: number;
  /** What makes the containers of pods that name no handler. @default runc */
  readonly ociRuntime?: OciRuntime | undefined;
}

const LOG_LIMIT = 10 * 1024 * 1024;
const OLDEST = [1, 6] as const;
/** Where Debian, and where others have the plug-ins for networks. */
const PLUGIN_DIRECTORIES = ['/usr/lib/cni', '/opt/cni/bin', '/usr/libexec/cni'];
const PLUGINS = ['ptp', 'host-local', 'loopback'];

/** Opens the runtime on a directory: finds its containerd with what it runs, or starts one. */
export async function openContainerdRuntime(options: ContainerdRuntimeOptions): Promise<ContainerdRuntime> {
  const { directory, clock, random, network = DEFAULT_NODE_NETWORK } = options;
  const programDirectories = options.programDirectories ?? PROGRAM_DIRECTORIES;
  const found = await findContainerdPrograms(programDirectories, options.ociRuntime);
  const programs = await findHostPrograms(programDirectories);
  if (programs.mkfifo === undefined) throw new RuntimeError('RUNTIME_BROKEN', runtimeMessages.mkfifoMissing);
  const paths = containerdPaths(directory);
  for (const path of [paths.network, paths.addresses, join(directory, 'exec'), join(directory, 'pinned')]) {
    await mkdir(path, { recursive: true, mode: 0o700 });
  }
  const place = { programs, directory, network, map: ownUsers(), paths: [process.execPath] };
  // From inside, a new one would be in the namespaces of one that has ended.
  const running = options.inside === true ? await findAnchor(place) : await startAnchor(place);
  if (running === undefined) throw new RuntimeError('RUNTIME_BROKEN', runtimeMessages.namespacesGone);
  const anchor = options.inside === true ? anchorFromInside(running, programs) : running;
  const groups = await openControlGroups({ directory, clock, sh: programs.sh, isShared: true });
  if (groups === undefined) throw new RuntimeError('RUNTIME_BROKEN', containerdMessages.needsControlGroups);
  // Mounts of the agent, such as volumes, are seen in containers, and those of containerd by the next one.
  await runProgram([...anchor.enter, programs.mount, '-n', '--make-rshared', '/']);
  await writeFile(join(paths.network, '10-pods.conflist'), networkConfig(directory, network));
  const client = new GrpcClient({ socket: paths.socket, metadata: CRI_NAMESPACE });
  const containerd = new ContainerdProcess({
    ...{ directory, programs, clock, programDirectories },
    ...{ containerd: found.containerd, ociRuntimes: found.ociRuntimes, pluginDirectory: found.plugins },
    pauseImage: options.images.pause.id,
    enterAll: anchor.enterAll,
    isReady: () =>
      client.call(cri.version, {}).then(
        () => true,
        () => false,
      ),
  });
  try {
    await containerd.open();
    const { runtimeVersion = '' } = await client.call(cri.version, {});
    assertVersion(runtimeVersion);
    const runtime = new ContainerdRuntime({
      ...{ version: `containerd://${runtimeVersion}`, client, clock, random, groups },
      images: new ImageImporter(client, options.images),
      mounts: new PinnedMounts({ directory: join(directory, 'pinned'), programs, enter: anchor.enter }),
      ...{ logLimit: options.logLimit ?? LOG_LIMIT, pipes: join(directory, 'exec'), mkfifo: programs.mkfifo },
      dial: (port) => (options.inside === true ? dialLoopback(port) : connectInNamespace(anchor.enter, port)),
      dialPod: (pid, port) => {
        const enter = [programs.nsenter, '-t', String(containerd.pid), '-n', '-m'];
        return connectInNamespace([...enter, programs.nsenter, '-t', String(pid), '-n'], port);
      },
      close: () => containerd[Symbol.dispose](),
    });
    await runtime.recover();
    return runtime;
  } catch (error) {
    containerd[Symbol.dispose]();
    client[Symbol.dispose]();
    throw error;
  }
}

/** The programs of the machine that containers are made with. Rejects with a RuntimeError that names those that are missing. */
export async function findContainerdPrograms(
  directories: readonly string[],
  preferred: OciRuntime = 'runc',
): Promise<{
  readonly containerd: string;
  readonly ociRuntimes: readonly { readonly name: OciRuntime; readonly program: string }[];
  readonly plugins: string;
}> {
  const missing: string[] = [];
  const require = async (name: string): Promise<string> => {
    const path = await findProgram(name, directories);
    if (path === undefined) missing.push(name);
    return path ?? '';
  };
  const containerd = await require('containerd');
  await require('containerd-shim-runc-v2');
  const program = await require(preferred);
  const plugins = await findPlugins();
  if (plugins === undefined) missing.push(...PLUGINS);
  if (plugins === undefined || missing.length > 0) {
    throw new RuntimeError('RUNTIME_BROKEN', containerdMessages.programsMissing({ programs: missing.join(', ') }));
  }
  return { containerd, ociRuntimes: [{ name: preferred, program }], plugins };
}

async function findPlugins(): Promise<string | undefined> {
  for (const directory of PLUGIN_DIRECTORIES) {
    const found = await Promise.all(PLUGINS.map((name) => findProgram(name, [directory])));
    if (found.every((path) => path !== undefined)) return directory;
  }
  return undefined;
}

/** Rejects what lacks something that is used here. */
export function assertVersion(version: string): void {
  const [major = 0, minor = 0] = version
    .replace(/^v/, '')
    .split('.')
    .map((part) => Number.parseInt(part, 10));
  const isEnough = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
  if (!isEnough) throw new RuntimeError('RUNTIME_BROKEN', containerdMessages.tooOld({ found: version }));
}

function dialLoopback(port: number): Promise<Duplex> {
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  const { promise, resolve, reject } = Promise.withResolvers<Duplex>();
  socket.once('connect', () => resolve(socket)).once('error', reject);
  return promise;
}
