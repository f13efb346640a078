import { imageMessages } from '../messages/index.ts';
import { ImageError } from './image-error.ts';
import { readTextInRoot } from './root-path.ts';

/** A user of an image, as numbers. */
export interface ResolvedUser {
  readonly uid: number;
  readonly gid: number;
  /** Supplementary groups of the user by etc/group, without `gid`. */
  readonly groups: readonly number[];
  /** The home directory by etc/passwd; `/` for users without an entry. */
  readonly home: string;
}

const LARGEST_FILE = 4 * 1024 * 1024;
const LARGEST_ID = 2 ** 31 - 1;

interface PasswdEntry {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  readonly home: string;
}

interface GroupEntry {
  readonly name: string;
  readonly gid: number;
  readonly members: readonly string[];
}

/**
 * Finds a user as image configs and Dockerfiles name it (`web`, `web:www`, `1000`, `1000:1000`, empty for root) in the
 * etc/passwd and etc/group of an unpacked image. Numbers need no entry. Throws an ImageError `UNKNOWN_USER`.
 */
export async function resolveUser(root: string, user: string): Promise<ResolvedUser> {
  const passwd = parsePasswd((await readTextInRoot(root, 'etc/passwd', LARGEST_FILE)) ?? '');
  const groups = parseGroups((await readTextInRoot(root, 'etc/group', LARGEST_FILE)) ?? '');
  const [name = '', group = '', ...rest] = (user === '' ? '0' : user).split(':');
  if (rest.length > 0) throw new ImageError('UNKNOWN_USER', imageMessages.invalidUser({ user: JSON.stringify(user) }));
  const number = parseId(name);
  const entry = passwd.find((candidate) => candidate.name === name || candidate.uid === number);
  const uid = entry?.uid ?? number;
  if (uid === undefined) {
    throw new ImageError('UNKNOWN_USER', imageMessages.unknownUser({ user: name }));
  }
  const gid = group === '' ? (entry?.gid ?? 0) : findGroup(groups, group);
  const memberships = entry === undefined ? [] : groups.filter(({ members }) => members.includes(entry.name));
  return {
    uid,
    gid,
    groups: [...new Set(memberships.map((membership) => membership.gid))].filter((other) => other !== gid),
    home: entry?.home ?? '/',
  };
}

function findGroup(groups: readonly GroupEntry[], name: string): number {
  const gid = groups.find((group) => group.name === name)?.gid ?? parseId(name);
  if (gid === undefined) {
    throw new ImageError('UNKNOWN_USER', imageMessages.unknownGroup({ group: name }));
  }
  return gid;
}

/** Undefined for what is no number; a number that no system has is an error. */
function parseId(text: string): number | undefined {
  if (!/^\d+$/.test(text)) return undefined;
  const id = Number(text);
  if (id > LARGEST_ID) {
    throw new ImageError('UNKNOWN_USER', imageMessages.idOutOfRange({ largest: LARGEST_ID }));
  }
  return id;
}

function parsePasswd(text: string): readonly PasswdEntry[] {
  return textLines(text).flatMap((line) => {
    const [name = '', , uid = '', gid = '', , home = ''] = line.split(':');
    return isId(uid) && isId(gid) && name !== ''
      ? [{ name, uid: Number(uid), gid: Number(gid), home: home === '' ? '/' : home }]
      : [];
  });
}

function parseGroups(text: string): readonly GroupEntry[] {
  return textLines(text).flatMap((line) => {
    const [name = '', , gid = '', members = ''] = line.split(':');
    return isId(gid) && name !== '' ? [{ name, gid: Number(gid), members: members.split(',') }] : [];
  });
}

function textLines(text: string): readonly string[] {
  return text.split('\n').map((line) => line.trim());
}

function isId(text: string): boolean {
  return /^\d{1,10}$/.test(text) && Number(text) <= LARGEST_ID;
}
