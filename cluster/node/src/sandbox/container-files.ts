import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdir, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { runtimeMessages } from '../messages/index.ts';
import { type ContainerConfig, RootPaths, RuntimeError } from '../runtime/index.ts';
import { boundingSet, findCapabilities } from './capabilities.ts';
import type { GroupMount } from './control-groups.ts';
import { type ContainerTools, TOOLS_MOUNT } from './host-programs.ts';
import { fstabText, type MountEntry } from './mount-plan.ts';
import { ociConfig } from './oci-config.ts';
import { environmentScript, startScript, withEnvironment } from './scripts.ts';
import { planMounts } from './volume-mounts.ts';

/** Device files that every container has; they are those of the machine. */
const DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty'] as const;

/** Settings of the kernel, which a container must not change even where its user could. */
const READ_ONLY_PROC = ['/proc/sys', '/proc/irq', '/proc/bus', '/proc/fs'];
const MASKED_PROC = ['/proc/kcore', '/proc/sysrq-trigger', '/proc/keys', '/proc/timer_list'];

const DEVICE_LINKS = {
  fd: '/proc/self/fd',
  stdin: '/proc/self/fd/0',
  stdout: '/proc/self/fd/1',
  stderr: '/proc/self/fd/2',
  ptmx: 'pts/ptmx',
} as const;

/** Makes the directory that is the lower layer of every container's /dev; nothing when it is there. */
export async function makeDeviceDirectory(directory: string): Promise<void> {
  if (await stat(directory).catch(() => undefined)) return;
  const next = `${directory}.new`;
  for (const name of ['pts', 'shm', 'mqueue', '.old', posix.basename(TOOLS_MOUNT)]) {
    await mkdir(join(next, name), { recursive: true });
  }
  for (const name of DEVICES) await writeFile(join(next, name), '');
  for (const [name, target] of Object.entries(DEVICE_LINKS)) {
    await symlink(target, join(next, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  await rename(next, directory);
}

export interface ContainerFilesOptions {
  /** The directory of this container; exists and is empty. */
  readonly directory: string;
  readonly config: ContainerConfig;
  readonly tools: ContainerTools;
  /** The lower layer of /dev. */
  readonly devices: string;
  readonly form: ContainerForm;
  /** The node has all users; else each container has a user namespace with the one that there is, under its own number. */
  readonly hasUserRange: boolean;
  /** How many users and groups the node has, from 0 on. */
  readonly idCount: number;
  /** A process in the mount namespace of the node, by its number on the machine. */
  readonly nodeProcess: number;
  /** A process in the PID namespace that it joins, by its number on the machine. @default one of its own */
  readonly processesOf?: number | undefined;
  /** The program and arguments that crun runs when the process of the container is there. */
  readonly hook: readonly string[];
  /** Its control groups, which it sees. */
  readonly groups: readonly GroupMount[];
}

/** What makes containers: the programs of util-linux, or crun. */
export type ContainerForm = 'shell' | 'crun';

/**
 * Writes everything that INNER_SCRIPT or CRUN_SCRIPT needs to start the container. Rejects with a RuntimeError for mounts that cannot be
 * made; resolves with the reason why its program cannot be executed, if there is one.
 */
export async function writeContainerFiles({
  directory,
  config,
  tools,
  devices,
  form,
  hasUserRange,
  idCount,
  nodeProcess,
  processesOf,
  hook,
  groups,
}: ContainerFilesOptions): Promise<string | undefined> {
  const at = (name: string): string => join(directory, name);
  if (hasUserRange) assertUsers(config.user, idCount);
  for (const name of ['root', 'upper', 'work', 'dev-upper', 'dev-work']) mkdirSync(at(name));
  const paths = new RootPaths({ layers: [at('upper'), config.image.root] });
  for (const name of ['/proc', '/sys', '/dev']) {
    if (paths.resolve(name) !== name) {
      throw new RuntimeError('CREATE_CONTAINER', runtimeMessages.linkInImage({ path: name }));
    }
    paths.makeDirectory(name);
  }
  paths.cover('/dev', [at('dev-upper'), devices]);
  const workingDirectory = paths.resolve(config.workingDirectory || '/');
  const { mounts, late, expected } = await planMounts(config, paths, { directory, form, nodeProcess });
  writeFileSync(at('mounts.expected'), expected);
  paths.makeDirectory(workingDirectory);
  const tool = {
    source: tools.directory,
    target: join(at('root'), TOOLS_MOUNT),
    type: 'none',
    options: ['bind', 'ro'],
  };
  // The tools come last: nothing that a pod mounts can take their place.
  const entries = [
    ...systemMounts({ at, config, devices, form }),
    ...groupMounts(at, groups),
    ...mounts,
    tool,
    ...(form === 'crun' ? machineMounts(at) : []),
  ];
  writeFileSync(at('fstab'), fstabText(entries));
  // Only a process with more rights may lower it.
  if ((config.oomScore ?? 0) > 0) writeFileSync(at('oom-score'), `${config.oomScore}\n`);
  // For its supervisor.
  if (processesOf !== undefined) writeFileSync(at('shared'), '');
  const { uid, gid } = config.user;
  const setpriv = tools.command('setpriv');
  const become = hasUserRange
    ? [...setpriv, ...userWords(config), '--inh-caps=-all', '--pdeathsig', 'KILL', '--']
    : [
        ...[...setpriv, '--no-new-privs', '--inh-caps=-all', '--pdeathsig', 'KILL'],
        ...[...tools.command('unshare'), '--user', `--map-user=${uid}`, `--map-group=${gid}`],
        // Of its own user namespace: nothing outside of the container is reached by them.
        ...(uid === 0 ? [...setpriv, `--bounding-set=${boundingSet(findCapabilities(config.rights))}`] : []),
      ];
  const enter = [
    ...become,
    ...withEnvironment(tools),
    ...[...tools.command('unshare'), `--wd=${workingDirectory}`, '--'],
  ];
  if (form === 'crun') {
    const oci = ociConfig({
      ...{ config, workingDirectory, hook, hasUserRange, lateMounts: late },
      maskedPaths: isUnmasked(config) ? [] : MASKED_PROC,
      readOnlyPaths: isUnmasked(config) ? [] : READ_ONLY_PROC,
      pidNamespace: processesOf === undefined ? undefined : at(join(HOST_PROC, String(processesOf), 'ns', 'pid')),
      // Without crun, which holds its outcome, it must not go on.
      enter: [...tools.command('setpriv'), '--pdeathsig', 'KILL', '--'],
    });
    writeFileSync(at('config.json'), JSON.stringify(oci), { mode: 0o600 });
  }
  const script = startScript({
    directory,
    umount: tools.command('umount'),
    enter,
    command: config.command,
  });
  writeFileSync(at('start.sh'), script, { mode: 0o600 });
  // It has the values of secrets.
  writeFileSync(at('env.sh'), environmentScript(tools, config.environment), { mode: 0o600 });
  if (hasUserRange && uid !== 0) {
    // Its shell opens the file again.
    chownSync(at('env.sh'), uid, gid);
    writeFileSync(at('stdio-owner'), `${uid}:${gid}\n`);
  }
  return commandProblem(config.command[0] ?? '', config.environment.PATH, paths, workingDirectory);
}

/** The words of setpriv that make a process one of the container's user, with the rights of other runtimes. */
export function userWords({ user, noNewPrivileges, rights }: ContainerConfig): readonly string[] {
  const groups = user.groups.length === 0 ? ['--clear-groups'] : [`--groups=${user.groups.join(',')}`];
  return [
    ...[`--reuid=${user.uid}`, `--regid=${user.gid}`, ...groups],
    `--bounding-set=${boundingSet(findCapabilities(rights))}`,
    ...(noNewPrivileges === true ? ['--no-new-privs'] : []),
  ];
}

/** Nothing of /proc is hidden or read-only. */
function isUnmasked({ rights }: ContainerConfig): boolean {
  return rights?.unmaskedProc === true;
}

function assertUsers({ uid, gid, groups }: ContainerConfig['user'], idCount: number): void {
  const missing = [uid, gid, ...groups].find((id) => id >= idCount);
  if (missing === undefined) return;
  throw new RuntimeError(
    'CREATE_CONTAINER',
    runtimeMessages.noSuchUser({ id: String(missing), last: String(idCount - 1) }),
  );
}

const SAFE = ['nosuid', 'nodev', 'noexec'];

function systemMounts(options: {
  readonly at: (name: string) => string;
  readonly config: ContainerConfig;
  readonly devices: string;
  readonly form: ContainerForm;
}): readonly MountEntry[] {
  const { at, config, devices, form } = options;
  const root = at('root');
  const under = (path: string): string => join(root, path);
  const overlay = (lower: string, upper: string, work: string): string[] => [
    `lowerdir=${escapeOverlayPath(lower)}`,
    `upperdir=${escapeOverlayPath(upper)}`,
    `workdir=${escapeOverlayPath(work)}`,
    'userxattr',
  ];
  const bound = (paths: readonly string[], entry: (path: string) => MountEntry): readonly MountEntry[] =>
    form === 'crun' ? [] : paths.map(entry);
  const masked = (paths: readonly string[], entry: (path: string) => MountEntry): readonly MountEntry[] =>
    bound(isUnmasked(config) ? [] : paths.filter(existsSync), entry);
  const rootOptions = overlay(config.image.root, at('upper'), at('work'));
  return [
    {
      source: 'overlay',
      target: root,
      type: 'overlay',
      options: config.readOnlyRoot ? [...rootOptions, 'ro'] : rootOptions,
    },
    ...bound(['proc'], (path) => ({ source: 'proc', target: under(path), type: 'proc', options: SAFE })),
    ...masked(READ_ONLY_PROC, (path) => ({
      ...{ source: under(path), target: under(path), type: 'none' },
      options: ['bind', 'ro', ...SAFE],
    })),
    ...masked(MASKED_PROC, (path) => ({
      ...{ source: '/dev/null', target: under(path), type: 'none', options: ['bind'] },
    })),
    { source: 'sysfs', target: under('sys'), type: 'sysfs', options: ['ro', ...SAFE] },
    {
      source: 'dev',
      target: under('dev'),
      type: 'overlay',
      options: ['nosuid', ...overlay(devices, at('dev-upper'), at('dev-work'))],
    },
    ...bound(DEVICES, (name) => ({
      source: `/dev/${name}`,
      target: under(`dev/${name}`),
      type: 'none',
      options: ['bind'],
    })),
    {
      source: 'devpts',
      target: under('dev/pts'),
      type: 'devpts',
      options: ['newinstance', 'ptmxmode=0666', 'mode=620'],
    },
    { source: 'shm', target: under('dev/shm'), type: 'tmpfs', options: [...SAFE, 'mode=1777', 'size=64m'] },
    { source: 'mqueue', target: under('dev/mqueue'), type: 'mqueue', options: SAFE },
  ];
}

/** With version 1 they are below a directory of their own, as the kernel's has no directories for them. */
function groupMounts(at: (name: string) => string, groups: readonly GroupMount[]): readonly MountEntry[] {
  const target = join(at('root'), 'sys/fs/cgroup');
  const named = groups.filter(({ name }) => name !== '');
  for (const { name } of named) mkdirSync(join(at('groups'), name), { recursive: true });
  const all = named.length === 0 ? groups : [{ source: at('groups'), name: '' }, ...groups];
  return all.map(({ source, name }) => ({
    ...{ source, target: join(target, name), type: 'none', options: ['bind', 'ro', ...SAFE] },
  }));
}

/** Commas separate options and colons lower directories. */
function escapeOverlayPath(path: string): string {
  return path.replaceAll(/[\\:,]/g, '\\$&');
}

/** Where the directory of a container has the machine's processes. */
const HOST_PROC = 'host-proc';
const UNIFIED_GROUPS = '/sys/fs/cgroup/unified';

/**
 * What crun needs in its own mount namespace: the machine's processes for its hook, its own, and no control groups of version 2
 * beside those of version 1, with which it refuses to work.
 */
function machineMounts(at: (name: string) => string): readonly MountEntry[] {
  mkdirSync(at(HOST_PROC));
  const groups = { source: 'tmpfs', target: UNIFIED_GROUPS, type: 'tmpfs', options: ['ro'] };
  return [
    { source: '/proc', target: at(HOST_PROC), type: 'none', options: ['rbind'] },
    // Of its own PID namespace. Not `proc`: what seems to be mounted already is not mounted again.
    { source: 'kubemin', target: '/proc', type: 'proc', options: ['nosuid', 'noexec', 'nodev'] },
    ...(existsSync(UNIFIED_GROUPS) ? [groups] : []),
  ];
}

/** Why a command cannot be executed in this file system, with the message of other runtimes; undefined when it can. */
export function commandProblem(
  program: string,
  path: string | undefined,
  paths: RootPaths,
  workingDirectory: string,
): string | undefined {
  if (program === '') return 'no command specified';
  const name = JSON.stringify(program);
  const isExecutable = (candidate: string): boolean | undefined => {
    const found = paths.find(paths.resolve(candidate));
    return found === undefined ? undefined : !found.isDirectory && (found.mode & 0o111) !== 0;
  };
  if (program.includes('/')) {
    const executable = isExecutable(posix.resolve(workingDirectory, program));
    if (executable === undefined) return `exec: ${name}: stat ${program}: no such file or directory`;
    return executable ? undefined : `exec: ${name}: permission denied`;
  }
  for (const directory of (path ?? DEFAULT_PATH).split(':')) {
    if (isExecutable(posix.resolve(workingDirectory, directory, program))) return undefined;
  }
  return `exec: ${name}: executable file not found in $PATH`;
}

export const DEFAULT_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
