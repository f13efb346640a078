import { constants, existsSync } from 'node:fs';
import { access, link, mkdtemp, open, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Random } from '@kubemin/base';
import { nameFileOnFullDisk } from '@kubemin/base/machine';

/**
 * Makes a file hold this text, all of it or, if anything goes wrong, what it held before. It keeps its mode unless another
 * is given, its owner, and its path behind a symbolic link.
 */
export function replaceFile(path: string, text: string, mode?: number): Promise<void> {
  return nameFileOnFullDisk(path, () => replaceContent(path, text, mode));
}

/** The same, without a write where the file holds this text already: a start on a full disk must not need room for it. */
export async function updateFile(path: string, text: string, mode: number): Promise<void> {
  const old = await found(path);
  const same = old?.isFile() === true && (old.mode & 0o7777) === mode && (await readFile(path, 'utf8')) === text;
  if (!same) await replaceFile(path, text, mode);
}

async function replaceContent(path: string, text: string, mode?: number): Promise<void> {
  const old = await found(path);
  if (old === undefined) return renameInto(path, text, mode === undefined ? {} : { mode });
  // A pipe or a device is written to; writing to a directory fails.
  if (!old.isFile()) return writeFile(path, text);
  // Renaming asks the directory alone: a file that was made read-only is meant to stay as it is.
  await access(path, constants.W_OK);
  const { uid, gid } = old;
  return renameInto(await realpath(path), text, { mode: mode ?? old.mode & 0o7777, owner: { uid, gid } });
}

interface Kept {
  /** @default as usual */
  readonly mode?: number;
  readonly owner?: { readonly uid: number; readonly gid: number };
}

async function renameInto(path: string, text: string, { mode, owner }: Kept): Promise<void> {
  // A private directory: no name beside the file is used, and no other user can read it before its mode is set.
  const aside = await mkdtemp(join(dirname(path), `.${basename(path)}.`));
  try {
    const written = join(aside, 'new');
    const handle = await open(written, 'wx');
    try {
      await handle.writeFile(text);
      // Only root writes files of others, and must not take them away.
      if (owner !== undefined && process.getuid?.() === 0) await handle.chown(owner.uid, owner.gid);
      if (mode !== undefined) await handle.chmod(mode);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(written, path);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

async function found(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Makes a file for its owner only, whole or not at all, unless there is one: several instances may start at once. */
export async function createFileOnce(path: string, text: string, random: Pick<Random, 'uuid'>): Promise<void> {
  if (existsSync(path)) return;
  const aside = `${path}.${random.uuid()}`;
  try {
    await nameFileOnFullDisk(path, () => writeFile(aside, text, { mode: 0o600, flush: true }));
    await link(aside, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    await rm(aside, { force: true });
  }
}
