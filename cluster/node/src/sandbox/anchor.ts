import { statSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type Clock, systemClock } from '@kubemin/base';
import { runtimeMessages } from '../messages/index.ts';
import { RuntimeError } from '../runtime/index.ts';
import { removeControlGroups } from './control-groups.ts';
import { startDetached } from './detached-process.ts';
import type { HostPrograms } from './host-programs.ts';
import {
  isEnterable,
  isSameNamespace,
  type ProcessIdentity,
  parseProcessRecord,
  signalProcess,
} from './process-identity.ts';
import { parseJson, readIfPresent } from './runtime-records.ts';
import { ANCHOR_SCRIPT, JOIN_ALL_SCRIPT, shellQuote } from './scripts.ts';
import { type FileOwner, idCount, idMapText, nodeOwner, readIdMap, shiftOwner, type UserMap } from './user-map.ts';
import { findUserMap, removeAsNode, withUserNamespace } from './user-namespace.ts';

/** The addresses of a node's private network. */
export interface NodeNetwork {
  /** The address of the node itself, on the loopback device of its namespace. */
  readonly nodeAddress: string;
  /** The first three numbers of the addresses of its pods: `10.244.0`. */
  readonly podPrefix: string;
  /** Kept inside: packets for it cannot leave the namespace. */
  readonly serviceRange: string;
}

export const DEFAULT_NODE_NETWORK: NodeNetwork = {
  nodeAddress: '10.244.0.1',
  podPrefix: '10.244.0',
  serviceRange: '10.96.0.0/16',
};

/**
 * The process that owns the user, mount, network and PID namespace of a node. It outlives the agent; when it ends all
 * processes of pods end with it, and nothing of the node is left in the machine's network or mounts.
 */
export interface Anchor {
  readonly process: ProcessIdentity;
  /** The words that run a command inside, but in the machine's PID namespace; the working directory becomes `/`. */
  readonly enter: readonly string[];
  /** The same, with the PID namespace: what is started so ends with the anchor. */
  readonly enterAll: readonly string[];
  /** Containers can have any user; else they have one, whatever they call it. */
  readonly hasUserRange: boolean;
  /** How many users and groups there are inside, from 0 on. */
  readonly idCount: number;
  /** User 0 inside is root of the machine: what only the namespaces keep from containers must stay closed to them. */
  readonly isMachineRoot: boolean;
  /** Mounts that are made inside can be seen in containers that run. */
  readonly sharesMounts: boolean;
  /** User 0 inside, where that is not the user of this process: it must own what processes inside read and write. */
  readonly owner?: FileOwner;
}

/** Where a node is kept. */
export interface NodePlace {
  /** Where its anchor is recorded. */
  readonly directory: string;
  /** @default the clock of this machine */
  readonly clock?: Clock;
}

export interface AnchorOptions extends NodePlace {
  readonly programs: HostPrograms;
  readonly network: NodeNetwork;
  readonly map: UserMap;
  /** Files and directories of this machine that are used inside, beside the directory of the node. */
  readonly paths?: readonly string[];
  /** Control groups of this machine that the anchor is in. */
  readonly groups?: readonly string[];
}

/**
 * Finds the anchor that was started for this directory, or starts one. The directory becomes that of user 0 inside, with all
 * that an earlier version has left in it. An anchor of an earlier version, and one that cannot see all paths, is ended.
 */
export async function startAnchor(options: AnchorOptions): Promise<Anchor> {
  const { map, directory, programs, clock = systemClock } = options;
  const owner = nodeOwner(map);
  const covers = await findCovers([directory, ...(options.paths ?? [])], map);
  const found = await findAnchor(options);
  if (found !== undefined) {
    if (hasMap(found, map) && (await hasPaths(options, covers))) return found;
    await stopAnchor({ directory, clock });
  }
  if (owner !== undefined) {
    await mkdir(join(directory, 'stage'), { recursive: true });
    await takeDirectory(directory, owner);
  }
  return startNewAnchor({ ...options, programs }, covers);
}

/** Whether an anchor has the users and groups that one of now would have. */
function hasMap({ process: { pid } }: Anchor, map: UserMap): boolean {
  return (
    idMapText(readIdMap(pid, 'uid_map')) === idMapText(map.users) &&
    idMapText(readIdMap(pid, 'gid_map')) === idMapText(map.groups)
  );
}

/** Gives a directory to the user 0 of a node, with what an earlier version, or this user, has put there. */
export async function takeDirectory(directory: string, owner: FileOwner): Promise<void> {
  const { uid, gid } = await stat(directory);
  if (uid !== owner.uid) await shiftOwner(directory, owner, { uid, gid });
}

/** Whether an anchor that runs was started with all paths that only it makes visible. */
async function hasPaths({ directory, paths = [] }: AnchorOptions, covers: readonly Cover[]): Promise<boolean> {
  if (covers.length === 0) return true;
  const known =
    parseJson<readonly string[]>(await readFile(join(directory, PATHS_RECORD), 'utf8').catch(() => '')) ?? [];
  return paths.every((path) => known.includes(path));
}

/** The anchor that was started for this directory, if it runs. */
export async function findAnchor({
  programs,
  directory,
}: Pick<AnchorOptions, 'programs' | 'directory'>): Promise<Anchor | undefined> {
  const identity = await findProcess(directory);
  return identity && makeAnchor(programs, identity);
}

/** Whether the namespaces of a node are still there. */
export function isAnchorRunning({ process }: Anchor): boolean {
  return isEnterable(process);
}

async function findProcess(directory: string): Promise<ProcessIdentity | undefined> {
  const identity = parseProcessRecord(await readFile(join(directory, RECORD), 'utf8').catch(() => ''));
  return identity !== undefined && isEnterable(identity) ? identity : undefined;
}

/** Ends the anchor and with it everything that runs in its namespaces, and removes the control groups; false without one. */
export async function stopAnchor({ directory, clock = systemClock }: NodePlace): Promise<boolean> {
  const anchor = await findProcess(directory);
  if (anchor !== undefined) signalProcess(anchor, 'SIGKILL');
  await rm(join(directory, RECORD), { force: true });
  await removeControlGroups(directory, clock);
  return anchor !== undefined;
}

/** Ends the node and removes its directory. */
export async function removeNode(place: NodePlace): Promise<void> {
  await stopAnchor(place);
  await removeTree(place.directory, place.clock);
}

/**
 * Removes a directory that containers have written to. They and the kernel close directories also to their owner: an ordinary
 * user has to open them first. What belongs to its subordinate ids it can remove in a namespace that has them.
 */
export async function removeTree(directory: string, clock: Clock = systemClock): Promise<void> {
  const deadline = clock.monotonic() + REMOVE_WAIT_MS;
  for (;;) {
    try {
      await rm(directory, { recursive: true, force: true });
      return;
    } catch (error) {
      // What was just killed may still write.
      if (clock.monotonic() > deadline) throw error;
      const map = await findUserMap();
      if (map.kind === 'subordinate') await removeAsNode(directory, map).catch(() => undefined);
      else await openDirectories(directory);
      await clock.sleep(REMOVE_PAUSE_MS);
    }
  }
}

const REMOVE_WAIT_MS = 10_000;
const REMOVE_PAUSE_MS = 20;

async function openDirectories(directory: string): Promise<void> {
  await chmod(directory, 0o700).catch(() => undefined);
  for (const entry of await readdir(directory, { withFileTypes: true }).catch(() => [])) {
    if (entry.isDirectory()) await openDirectories(join(directory, entry.name));
  }
}

/** Written by the anchor. */
const RECORD = 'anchor.stat';
/** Has the paths that the anchor was started with. */
const PATHS_RECORD = 'anchor.paths';

async function startNewAnchor(options: AnchorOptions, covers: readonly Cover[]): Promise<Anchor> {
  const { map, directory, paths = [] } = options;
  await writeFile(join(directory, PATHS_RECORD), JSON.stringify(paths), { mode: 0o600 });
  if (map.kind === 'machine') return startIn(options, [], []);
  if (map.kind === 'single') return startIn(options, [], ['--user', '--map-root-user']);
  return withUserNamespace(map, options.programs, (enter) =>
    startIn(options, [...coverWords(covers, options), ...enter], []),
  );
}

async function startIn(
  { programs, directory, network, groups = [] }: AnchorOptions,
  enter: readonly string[],
  user: readonly string[],
): Promise<Anchor> {
  const { unshare, sh, ip, sleep, mount } = programs;
  const namespaces = [...user, '--mount', '--net', '--pid', '--fork', '--propagation', 'slave'];
  const script = ['-c', ANCHOR_SCRIPT, 'kubemin-anchor', ip, sleep, network.nodeAddress, network.serviceRange, mount];
  const command = [...joinWords(programs, groups), ...enter, unshare, ...namespaces, sh, ...script];
  const { report } = await startDetached(command, {
    errorFile: join(directory, 'anchor.err'),
    failure: runtimeMessages.namespacesFailed,
    directory,
  });
  const identity = parseProcessRecord(report);
  if (identity === undefined) throw new RuntimeError('RUNTIME_BROKEN', runtimeMessages.unexpectedReport({ report }));
  return makeAnchor(programs, identity);
}

/** The words that run a command in control groups of this machine; without them where that is not possible. */
export function joinWords({ sh }: HostPrograms, groups: readonly string[]): readonly string[] {
  return groups.length === 0 ? [] : [sh, '-c', JOIN_ALL_SCRIPT, 'kubemin-join', ...groups, '--'];
}

/** A directory of this machine that user 0 of the node cannot pass, and the paths in it that it needs. */
interface Cover {
  readonly directory: string;
  readonly paths: readonly string[];
}

/** What keeps user 0 of the node from these paths. */
async function findCovers(paths: readonly string[], map: UserMap): Promise<readonly Cover[]> {
  const owner = nodeOwner(map);
  if (owner === undefined) return [];
  const covers = new Map<string, Set<string>>();
  for (const path of paths) {
    // Each of them is used: one to find the file, the other one to mount it.
    for (const spelling of [path, await realpath(path)]) {
      for (const closed of await findClosedParents(spelling, owner)) {
        covers.set(closed, (covers.get(closed) ?? new Set()).add(spelling));
      }
    }
  }
  const found: Cover[] = [];
  for (const [directory, below] of [...covers].toSorted(([a], [b]) => a.length - b.length)) {
    const outer = found.filter((cover) => isInside(directory, cover.directory));
    // Below a cover there are new directories, other than in what it brings along: a data directory in a checkout.
    const isBrought = outer.some(({ paths: kept }) =>
      kept.some((path) => path === directory || isInside(directory, path)),
    );
    if (outer.length === 0 || isBrought) found.push({ directory, paths: outermost([...below]) });
  }
  return found;
}

function isInside(path: string, directory: string): boolean {
  return path !== directory && path.startsWith(directory === '/' ? '/' : `${directory}/`);
}

/** Without those that are in a directory that is one of them: its files are there with it, and must not be made again. */
function outermost(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => !paths.some((other) => isInside(path, other))).toSorted();
}

/** From the outermost on. */
async function findClosedParents(path: string, owner: FileOwner): Promise<readonly string[]> {
  const closed: string[] = [];
  const parts = dirname(path).split('/').filter(Boolean);
  for (let depth = 0; depth <= parts.length; depth += 1) {
    const parent = `/${parts.slice(0, depth).join('/')}`;
    const { mode, uid, gid } = await stat(parent);
    const mayPass = uid === owner.uid ? mode & 0o100 : gid === owner.gid ? mode & 0o010 : mode & 0o001;
    if (mayPass === 0) closed.push(parent);
  }
  return closed;
}

/**
 * The words that run a command in a mount namespace where such directories have nothing but these paths: those of other users,
 * as the home of root, stay closed as they are. Nothing of it is seen outside.
 */
function coverWords(covers: readonly Cover[], { programs, directory }: AnchorOptions): readonly string[] {
  if (covers.length === 0) return [];
  const { unshare, sh, mount, umount, mkdir: makeDirectories } = programs;
  const stage = join(directory, 'stage');
  const run = (...words: readonly string[]): string => `${words.map(shellQuote).join(' ')} || exit 1`;
  const lines = covers.flatMap((cover) => [
    run(mount, '-n', '-t', 'tmpfs', '-o', 'mode=0711', 'tmpfs', stage),
    ...cover.paths.flatMap((path) => {
      const target = join(stage, relative(cover.directory, path));
      const isDirectory = statSync(path).isDirectory();
      return [
        run(makeDirectories, '-p', isDirectory ? target : dirname(target)),
        ...(isDirectory ? [] : [`: >>${shellQuote(target)} || exit 1`]),
        run(mount, '-n', '--rbind', path, target),
      ];
    }),
    run(mount, '-n', '--move', stage, cover.directory),
    // A path that has the directory of the node was mounted with the stage in it.
    `${shellQuote(umount)} -n -l ${shellQuote(stage)} 2>/dev/null`,
  ]);
  // Others may pass, and cannot read: what is there is not what the machine has.
  const script = ['umask 066', ...lines, 'exec "$@"'].join('\n');
  return [unshare, '--mount', '--propagation', 'slave', sh, '-c', script, 'kubemin-cover'];
}

function makeAnchor({ nsenter }: HostPrograms, identity: ProcessIdentity): Anchor {
  const [users, groups] = [readIdMap(identity.pid, 'uid_map'), readIdMap(identity.pid, 'gid_map')];
  const count = idCount({ users, groups });
  const credentials = count === 1 ? ['--preserve-credentials'] : ['-S', '0', '-G', '0'];
  // A process cannot enter the user namespace that it is in.
  const user = isSameNamespace(identity.pid, 'self', 'user') ? [] : ['-U', ...credentials];
  const enter = [nsenter, '-t', String(identity.pid), ...user, '-n', '-m'];
  const [uid, gid] = [users[0]?.outside, groups[0]?.outside];
  const isOther = uid !== undefined && gid !== undefined && uid !== process.getuid?.();
  return {
    ...{ process: identity, enter, enterAll: [...enter, '-p'], hasUserRange: count > 1, idCount: count },
    isMachineRoot: uid === 0,
    sharesMounts: hasSharedRoot(identity.pid),
    ...(isOther && { owner: { uid, gid } }),
  };
}

function hasSharedRoot(pid: number): boolean {
  const lines = readIfPresent(`/proc/${pid}/mountinfo`).split('\n');
  return lines.some((line) => line.split(' ')[4] === '/' && line.includes(' shared:'));
}

/** The same anchor for a process that has entered its namespaces, all but the PID namespace. */
export function anchorFromInside({ owner: _owner, ...anchor }: Anchor, { nsenter }: HostPrograms): Anchor {
  return { ...anchor, enter: [], enterAll: [nsenter, '-t', String(anchor.process.pid), '-p'] };
}
