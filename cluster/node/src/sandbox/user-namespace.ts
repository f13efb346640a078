import { spawn } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import type { RootUsers } from '../images/index.ts';
import { runtimeMessages } from '../messages/index.ts';
import { RuntimeError } from '../runtime/index.ts';
import { readReport } from './detached-process.ts';
import { findProgram, type HostPrograms } from './host-programs.ts';
import { runProgram } from './run-program.ts';
import { type IdRange, idCount, idMapText, rootMap, singleUser, subordinateMap, type UserMap } from './user-map.ts';

/** What makes user namespaces. */
export type NamespacePrograms = Pick<HostPrograms, 'unshare' | 'sh' | 'nsenter'>;

/** Where programs are on all machines. */
export const PROGRAM_DIRECTORIES = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];

/**
 * The map for nodes that this process starts. Subordinate ids are chosen when a trial has mapped them: processes that may not
 * gain rights, and containers around them, forbid it without a sign.
 */
export async function findUserMap(): Promise<UserMap> {
  const [users, groups] = await Promise.all([readText('/etc/subuid'), readText('/etc/subgid')]);
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  if (uid === 0) {
    const range = (await isReadableByOthers()) ? rootMap({ users, groups }) : undefined;
    return range ?? singleUser();
  }
  const ranges = subordinateMap({ users, groups }, { uid, gid, name: userName() });
  const mappers = {
    users: await findProgram('newuidmap', PROGRAM_DIRECTORIES),
    groups: await findProgram('newgidmap', PROGRAM_DIRECTORIES),
  };
  if (ranges === undefined || mappers.users === undefined || mappers.groups === undefined) return singleUser();
  const map: UserMap = { kind: 'subordinate', ...ranges, mappers: { users: mappers.users, groups: mappers.groups } };
  try {
    const programs = await findNamespacePrograms();
    await withUserNamespace(map, programs, (enter) => runProgram([...enter, programs.sh, '-c', ':']));
    return map;
  } catch {
    return singleUser();
  }
}

/** Whether user 0 of a range can run this program: not where it was installed with a umask such as 077. */
async function isReadableByOthers(): Promise<boolean> {
  const found = await Promise.all([process.execPath, import.meta.filename].map((file) => stat(file)));
  return found.every(({ mode }) => (mode & 0o004) !== 0);
}

async function findNamespacePrograms(): Promise<NamespacePrograms> {
  const find = async (name: string): Promise<string> => (await findProgram(name, PROGRAM_DIRECTORIES)) ?? name;
  return { unshare: await find('unshare'), sh: await find('sh'), nsenter: await find('nsenter') };
}

/** Makes a user namespace with all ids of a map for as long as `work` takes, which gets the words that run a command in it as user 0. */
export async function withUserNamespace<T>(
  map: UserMap,
  { unshare, sh, nsenter }: NamespacePrograms,
  work: (enter: readonly string[]) => Promise<T>,
): Promise<T> {
  const stdio = ['pipe', 'ignore', 'ignore', 'pipe'] as const;
  // It ends with its input, also when this process is killed.
  const holder = spawn(unshare, ['--user', sh, '-c', 'echo ready >&3; read -r line'], { env: {}, stdio: [...stdio] });
  const ended = new Promise((resolve) => holder.once('exit', resolve).once('error', resolve));
  try {
    if ((await readReport(holder)) === undefined) {
      throw new RuntimeError('RUNTIME_BROKEN', runtimeMessages.noUserNamespace);
    }
    const pid = String(holder.pid);
    if (map.mappers === undefined) {
      await writeFile(`/proc/${pid}/uid_map`, idMapText(map.users));
      await writeFile(`/proc/${pid}/gid_map`, idMapText(map.groups));
    } else {
      const words = (ranges: readonly IdRange[]) => idMapText(ranges).trim().split(/\s+/);
      await runProgram([map.mappers.users, pid, ...words(map.users)]);
      await runProgram([map.mappers.groups, pid, ...words(map.groups)]);
    }
    return await work([nsenter, '-t', pid, '-U', '-S', '0', '-G', '0', '--']);
  } finally {
    holder.stdin?.end();
    await ended;
  }
}

/** Removes a directory that has files of subordinate ids, which this process itself may not remove. */
export async function removeAsNode(directory: string, map: UserMap): Promise<void> {
  const rm = (await findProgram('rm', PROGRAM_DIRECTORIES)) ?? 'rm';
  await withUserNamespace(map, await findNamespacePrograms(), (enter) =>
    runProgram([...enter, rm, '-rf', '--', directory]),
  );
}

/** The users of unpacked images on a node with subordinate ids; undefined for all others. */
export function subordinateFiles(map: UserMap): RootUsers | undefined {
  if (map.kind !== 'subordinate') return undefined;
  return {
    name: [...map.users.slice(1), ...map.groups.slice(1)].flatMap(({ outside, count }) => [outside, count]).join('-'),
    count: idCount(map),
    assign: async (root, files) => {
      if (files.length === 0) return;
      const input = JSON.stringify({ root, files });
      await withUserNamespace(map, await findNamespacePrograms(), (enter) =>
        runProgram([...enter, process.execPath, '-e', ASSIGN_PROGRAM], { input }),
      );
    },
    remove: (directory) => removeAsNode(directory, map),
  };
}

/** Goes through no symbolic link: one that a layer has put in place of a directory would lead out of the image. */
const ASSIGN_PROGRAM = `
const { chmodSync, lchownSync, readFileSync, realpathSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { root, files } = JSON.parse(readFileSync(0, 'utf8'));
const top = realpathSync(root);
for (const parent of new Set(files.map(({ path }) => dirname(join(top, path))))) {
  if (realpathSync(parent) !== parent) throw new Error('not a directory of the image: ' + parent);
}
for (const { path, uid, gid, mode } of files) {
  lchownSync(join(top, path), uid, gid);
  if (mode !== undefined) chmodSync(join(top, path), mode);
}
`;

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user without an entry in /etc/passwd.
    return '';
  }
}

function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
