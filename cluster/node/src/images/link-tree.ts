import { chmodSync, lchownSync, linkSync, lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { systemErrorCode } from './image-error.ts';

/** The file system has no more names for a file, has no links, what was to be linked is gone, or belongs to another user. */
const NOT_LINKED = ['EMLINK', 'EXDEV', 'EPERM', 'EACCES', 'ENOENT', 'ENOTSUP', 'EOPNOTSUPP'];
const ENTRIES_PER_TURN = 64;

/**
 * Makes `target` a directory with the content of `source`: its own directories, and files that are hard links. Resolves to
 * false where that is not possible; then part of `target` may be there.
 */
export async function linkTree(source: string, target: string): Promise<boolean> {
  let entries = 0;
  const link = async (from: string, to: string): Promise<void> => {
    mkdirSync(to, { mode: 0o700 });
    for (const entry of readdirSync(from, { withFileTypes: true })) {
      entries += 1;
      if (entries % ENTRIES_PER_TURN === 0) await setImmediate();
      const [path, name] = [join(from, entry.name), join(to, entry.name)];
      if (entry.isDirectory()) await link(path, name);
      else if (entry.isSymbolicLink()) {
        symlinkSync(readlinkSync(path), name);
        copyOwner(path, name);
      } else linkSync(path, name);
    }
    copyOwner(from, to);
    chmodSync(to, lstatSync(from).mode & 0o7777);
  };
  try {
    await link(source, target);
    return true;
  } catch (error) {
    if (NOT_LINKED.includes(systemErrorCode(error) ?? '')) return false;
    throw error;
  }
}

function copyOwner(from: string, to: string): void {
  const { uid, gid } = lstatSync(from);
  const made = lstatSync(to);
  if (made.uid !== uid || made.gid !== gid) lchownSync(to, uid, gid);
}
