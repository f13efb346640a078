import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { readIfPresent } from './runtime-records.ts';

/** What limits and measures containers. With version 2 all of them are files of one directory. */
const CONTROLLERS = ['cpu', 'memory', 'pids', 'cpuacct'] as const;
export type Controller = (typeof CONTROLLERS)[number];

/** The directory of a control group for each controller; version 1 may have one for each. */
export interface GroupDirectories {
  readonly version: 1 | 2;
  readonly directories: Readonly<Partial<Record<Controller, string>>>;
  /** Where other runtimes make groups of the same name that nothing is written to: they are removed with the others. */
  readonly others?: readonly string[] | undefined;
}

/** What groups of version 2 must be able to hand down. */
export const LIMITING = ['cpu', 'memory', 'pids'] as const;
/** Of the processes that were in a group of version 2 before nodes had groups in it. */
const MAIN_GROUP = 'kubemin-main';
/** How often processes are moved: those that are moved may start others meanwhile. */
const MOVE_TRIES = 20;

/** Where groups may be made. */
export interface GroupPlace extends GroupDirectories {
  /** Its processes have to be moved first: with version 2 a group that has some cannot limit its children, the top one excepted. */
  readonly moves?: true;
}

/**
 * Where control groups may be made, best first. Version 1 as other runtimes have it: at the top, which is root's. Version 2
 * where this process is: its own group, the one above, or its own without processes, where it was delegated alone, as to a service or a container.
 */
export function findParents(mountInfo: string, ownGroups: string): readonly GroupPlace[] {
  const mounts = listGroupMounts(mountInfo);
  const directories: Partial<Record<Controller, string>> = {};
  for (const controller of CONTROLLERS) {
    const mount = mounts.find(({ type, options }) => type === 'cgroup' && options.includes(controller));
    if (mount !== undefined) directories[controller] = mount.point;
  }
  if (directories.cpu !== undefined && directories.memory !== undefined) return [{ version: 1, directories }];
  const unified = mounts.find(({ type }) => type === 'cgroup2');
  const own = /^0::(\/.*)$/m.exec(ownGroups)?.[1];
  if (unified === undefined || own === undefined || own.includes('..')) return [];
  // Of a part of the hierarchy alone, as in a container, there are no groups above.
  const path = relative(unified.root, own);
  if (path.startsWith('..')) return [];
  const place = (group: string): GroupDirectories => {
    const directory = join(unified.point, group);
    return { version: 2, directories: { cpu: directory, memory: directory, pids: directory, cpuacct: directory } };
  };
  return [place(path), ...(path === '' ? [] : [place(dirname(path))]), { ...place(path), moves: true }];
}

/**
 * Moves the processes of a group into one that is made in it. Those that are started meanwhile follow in the next round. Resolves with false where that would be of no
 * use: in the group of the whole machine, and where controllers are missing.
 */
export async function moveProcesses(parent: GroupDirectories): Promise<boolean> {
  const [directory = ''] = uniqueDirectories(parent);
  const controllers = readIfPresent(join(directory, 'cgroup.controllers')).trim().split(' ');
  // The group of the whole machine has no type.
  const isUseful = existsSync(join(directory, 'cgroup.type')) && LIMITING.every((name) => controllers.includes(name));
  if (!isUseful) return false;
  const main = join(directory, MAIN_GROUP);
  await mkdir(main, { recursive: true });
  for (let tries = 0; tries < MOVE_TRIES; tries += 1) {
    const pids = readIfPresent(join(directory, 'cgroup.procs')).split('\n').filter(Boolean);
    if (pids.length === 0) break;
    for (const pid of pids) {
      await writeFile(join(main, 'cgroup.procs'), pid).catch((error: NodeJS.ErrnoException) => {
        // It has ended meanwhile.
        if (error.code !== 'ESRCH') throw error;
      });
    }
  }
  return true;
}

interface MountEntry {
  /** Which part of the hierarchy is there. */
  readonly root: string;
  readonly point: string;
  readonly type: string;
  readonly options: readonly string[];
}

function listGroupMounts(mountInfo: string): readonly MountEntry[] {
  return mountInfo.split('\n').flatMap((line) => {
    const [left = '', right = ''] = line.split(' - ');
    const [, , , root = '', point = ''] = left.split(' ');
    const [type = '', , options = ''] = right.split(' ');
    return type.startsWith('cgroup') ? [{ root, point, type, options: options.split(',') }] : [];
  });
}

/** The same groups with those of all other hierarchies of version 1, and of version 2 beside them. */
export async function withOthers(group: GroupDirectories): Promise<GroupDirectories> {
  if (group.version === 2) return group;
  const known = uniqueDirectories(group);
  const mounts = listGroupMounts(await readFile('/proc/self/mountinfo', 'utf8'));
  return { ...group, others: mounts.map(({ point }) => point).filter((point) => !known.includes(point)) };
}

export function uniqueDirectories({ directories }: GroupDirectories): readonly string[] {
  return [...new Set(Object.values(directories))];
}
