import { readFileSync } from 'node:fs';
import { chmod, lchown, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Consecutive ids of containers, and where they begin on this machine. */
export interface IdRange {
  readonly inside: number;
  readonly outside: number;
  readonly count: number;
}

/** Who owns a file of this machine. */
export interface FileOwner {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The users and groups that a node has, and who they are on this machine. With a range
 * user 0 of containers is not root of the machine:
 *
 * - `range`: this process is root, and all ids of containers are ids that nothing else on this machine has.
 * - `subordinate`: user 0 of containers is that of this process, all others are its subordinate ids: those of /etc/subuid.
 * - `machine`: the users are those of this machine, and root of the node is its root: for runtimes that need that.
 * - `single`: there is one user, that of this process, whatever a container calls it.
 */
export interface UserMap {
  readonly kind: 'range' | 'subordinate' | 'machine' | 'single';
  readonly users: readonly IdRange[];
  readonly groups: readonly IdRange[];
  /** The programs that map subordinate ids, which only root may do: newuidmap and newgidmap. */
  readonly mappers?: { readonly users: string; readonly groups: string };
}

/** What gives containers more than one user. */
export const MORE_USERS =
  'for more users install the package uidmap and add ids to /etc/subuid and /etc/subgid ' +
  '(sudo usermod --add-subuids 100000-165535 --add-subgids 100000-165535 $USER), or start KubeMin as root from files that all users can read';

/** How many users and groups a container can have: those that images use. */
export const ID_COUNT = 65_536;
/** Where the range of root begins without an entry in /etc/subuid: above those that systemd gives to its containers. */
const DEFAULT_BASE = 0x70000000;
/** Whose entries in /etc/subuid are for nodes that root starts. */
const ROOT_NAMES = ['kubemin', 'root'];

/** The texts of /etc/subuid and /etc/subgid. */
export interface SubordinateIds {
  readonly users: string;
  readonly groups: string;
}

/** The map of nodes that root starts; undefined where this process, in a container around it, has fewer ids. */
export function rootMap(ids: SubordinateIds): UserMap | undefined {
  const users = [wholeRange(rangeFor(ids.users) ?? DEFAULT_BASE)];
  const groups = [wholeRange(rangeFor(ids.groups) ?? DEFAULT_BASE)];
  const mayMap = isMapped(readIdMap('self', 'uid_map'), users) && isMapped(readIdMap('self', 'gid_map'), groups);
  return mayMap ? { kind: 'range', users, groups } : undefined;
}

/** The ranges of a user with subordinate ids, for as many ids as containers can have; undefined without an entry in both files. */
export function subordinateMap(
  ids: SubordinateIds,
  { uid, gid, name }: FileOwner & { readonly name: string },
): Pick<UserMap, 'users' | 'groups'> | undefined {
  const names = [name, String(uid)];
  const [users, groups] = [parseRanges(ids.users, names), parseRanges(ids.groups, names)];
  if (users.length === 0 || groups.length === 0) return undefined;
  return { users: [singleIdRange(uid), ...users], groups: [singleIdRange(gid), ...groups] };
}

/** How many users and groups there are of each kind at least: containers have those from 0 on. */
export function idCount({ users, groups }: Pick<UserMap, 'users' | 'groups'>): number {
  const [inUsers, inGroups] = [users, groups].map((ranges) => ranges.reduce((sum, { count }) => sum + count, 0));
  return Math.min(inUsers ?? 0, inGroups ?? 0);
}

/** The map of a node whose containers have one user, whatever they call it. */
export function singleUser(uid = process.getuid?.() ?? 0, gid = process.getgid?.() ?? 0): UserMap {
  return { kind: 'single', users: [singleIdRange(uid)], groups: [singleIdRange(gid)] };
}

/** The map of a node that has the users of this process, without a user namespace of its own. */
export function ownUsers(): UserMap {
  return { kind: 'machine', users: readIdMap('self', 'uid_map'), groups: readIdMap('self', 'gid_map') };
}

/** Who owns the files of a node on this machine, where that is not the user of this process. */
export function nodeOwner({ kind, users, groups }: UserMap): FileOwner | undefined {
  const [uid, gid] = [users[0]?.outside, groups[0]?.outside];
  return kind === 'range' && uid !== undefined && gid !== undefined ? { uid, gid } : undefined;
}

/** The map of a process as the kernel lists it; empty when it has ended. */
export function readIdMap(pid: number | 'self', file: 'uid_map' | 'gid_map'): readonly IdRange[] {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return [];
  }
  return text.split('\n').flatMap((line) => {
    const [inside, outside, count] = line.trim().split(/\s+/).map(Number);
    return inside === undefined || outside === undefined || count === undefined ? [] : [{ inside, outside, count }];
  });
}

/** The lines that the kernel reads such a map from. */
export function idMapText(ranges: readonly IdRange[]): string {
  return ranges.map(({ inside, outside, count }) => `${inside} ${outside} ${count}\n`).join('');
}

/**
 * Gives files to the node that `owner` is user 0 of: those of user 0 of this machine to its user 0, and so on for all ids
 * that a node has. What belongs to the node already is left alone. A directory changes its owner after all that is in it, so
 * that a process that was killed meanwhile is followed by one that does the rest.
 */
export async function shiftOwner(path: string, owner: FileOwner, from: FileOwner = { uid: 0, gid: 0 }): Promise<void> {
  const found = await lstat(path);
  if (found.isDirectory()) {
    for (const name of await readdir(path)) await shiftOwner(join(path, name), owner, from);
  }
  const uid = shiftId(found.uid, owner.uid, from.uid);
  const gid = shiftId(found.gid, owner.gid, from.gid);
  if (uid === found.uid && gid === found.gid) return;
  await lchown(path, uid, gid);
  // The kernel drops these bits with the owner.
  if ((found.mode & 0o6000) !== 0 && !found.isSymbolicLink()) await chmod(path, found.mode & 0o7777);
}

function shiftId(id: number, to: number, from: number): number {
  const isShifted = id >= to && id < to + ID_COUNT;
  return !isShifted && id >= from && id < from + ID_COUNT ? to + (id - from) : id;
}

function singleIdRange(outside: number): IdRange {
  return { inside: 0, outside, count: 1 };
}

function wholeRange(outside: number): IdRange {
  return { inside: 0, outside, count: ID_COUNT };
}

/** Whether each range is part of one that this process may use. */
function isMapped(own: readonly IdRange[], ranges: readonly IdRange[]): boolean {
  return ranges.every(({ outside, count }) =>
    own.some(({ inside, count: size }) => outside >= inside && outside + count <= inside + size),
  );
}

/** The first id of the first entry of /etc/subuid that is for such nodes and has ids enough. */
function rangeFor(text: string): number | undefined {
  for (const line of text.split('\n')) {
    const [name = '', first = '', size = ''] = line.trim().split(':');
    const isWhole = /^\d+$/.test(first) && Number(first) > 0 && Number(size) >= ID_COUNT;
    if (ROOT_NAMES.includes(name) && isWhole) return Number(first);
  }
  return undefined;
}

/** The ids of all entries of /etc/subuid that have one of these names, as those from 1 on. */
function parseRanges(text: string, names: readonly string[]): readonly IdRange[] {
  const ranges: IdRange[] = [];
  let inside = 1;
  for (const line of text.split('\n')) {
    const [name = '', first = '', size = ''] = line.trim().split(':');
    const isEntry = name !== '' && names.includes(name) && /^\d+$/.test(first) && /^\d+$/.test(size);
    const count = Math.min(Number(size), ID_COUNT - inside);
    if (!isEntry || Number(first) === 0 || count <= 0) continue;
    ranges.push({ inside, outside: Number(first), count });
    inside += count;
  }
  return ranges;
}
