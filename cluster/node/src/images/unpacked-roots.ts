import { chmod, chown, lstat, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { type Random, randomId } from '@kubemin/base';
import { makeDirectory } from '@kubemin/base/machine';
import { syncDirectory } from './blob-store.ts';
import { systemErrorCode } from './image-error.ts';
import { isDigest } from './image-reference.ts';
import type { RootOwner, RootUsers } from './layer-unpacker.ts';

interface UnpackedRootsOptions {
  /** The directory of the store. */
  readonly store: string;
  /** Where roots are moved to before they are deleted; on the same file system. */
  readonly temporary: string;
  readonly random: Random;
  readonly owner: RootOwner | undefined;
  readonly users: RootUsers | undefined;
}

const ROOTS = 'roots';

/** The unpacked file systems of images, by image id, in one directory for each owner. A root is complete or not there. */
export class UnpackedRoots {
  readonly directory: string;
  readonly #options: UnpackedRootsOptions;

  constructor(options: UnpackedRootsOptions) {
    const { store, owner, users } = options;
    const ids = owner === undefined ? users?.name : `${owner.uid}-${owner.gid}`;
    this.directory = join(store, ids === undefined ? ROOTS : `${ROOTS}-${ids}`);
    this.#options = options;
  }

  async open(): Promise<void> {
    const { owner } = this.#options;
    await makeDirectory(this.directory, 0o700);
    if (owner === undefined) return;
    // Its processes may use what is in it, and not change what there is.
    await chown(this.directory, 0, owner.gid);
    await chmod(this.directory, 0o710);
  }

  /** The path that the root of an image has, or would have. */
  path(id: string): string {
    return join(this.directory, id.slice('sha256:'.length));
  }

  async has(id: string): Promise<boolean> {
    try {
      await lstat(this.path(id));
      return true;
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return false;
      throw error;
    }
  }

  /** Makes a complete directory the root of an image, unless another process was faster. */
  async add(id: string, complete: string): Promise<void> {
    // A process of the same user that has other ids may have removed it.
    if (this.#options.owner === undefined) await makeDirectory(this.directory, 0o700);
    try {
      await rename(complete, this.path(id));
    } catch (error) {
      if (!(await this.has(id))) throw error;
    }
    await syncDirectory(this.directory);
  }

  /** The ids of images that have a root. */
  async list(): Promise<readonly string[]> {
    return (await readdir(this.directory)).map((name) => `sha256:${name}`);
  }

  /** Ids of images whose roots are mounted. */
  async listMounted(): Promise<readonly string[]> {
    const mounted = await findMountedDirectories(this.directory);
    return mounted.map((name) => `sha256:${name}`).filter(isDigest);
  }

  async remove(id: string): Promise<void> {
    const removed = this.#removedPath();
    try {
      await rename(this.path(id), removed);
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return;
      throw error;
    }
    await this.delete(removed);
  }

  /** Removes the roots of an earlier start of the machine: parts of them may be lost. */
  async dropEarlierBoot(bootId: string): Promise<void> {
    const file = join(this.#options.store, 'boot-id');
    const earlier = await readFile(file, 'utf8').catch(() => undefined);
    if (earlier === bootId) return;
    for (const id of await this.list()) await this.remove(id);
    await writeFile(file, bootId);
  }

  /** Removes roots of an earlier version, or from before the range of this machine was changed: no node uses them now. */
  async dropOtherOwners(): Promise<void> {
    const { store } = this.#options;
    for (const name of await readdir(store)) {
      const path = join(store, name);
      const isOther = /^roots(-\d+)*$/.test(name) && path !== this.directory;
      if (!isOther || (await findMountedDirectories(path)).length > 0) continue;
      // It is moved away first, as each root: files of ids that this process does not have cannot be removed, all others can.
      const removed = this.#removedPath();
      await rename(path, removed);
      await this.deleteIfAllowed(removed);
    }
  }

  /** Deletes a directory that may have files of users of images. */
  async delete(path: string): Promise<void> {
    const { users } = this.#options;
    try {
      await rm(path, { recursive: true, force: true });
    } catch (error) {
      if (users === undefined) throw error;
      await users.remove(path);
    }
  }

  /** As delete; files of users that this process does not have stay until a process that has them does the same. */
  async deleteIfAllowed(path: string): Promise<void> {
    try {
      await this.delete(path);
    } catch (error) {
      if (!['EACCES', 'EPERM'].includes(systemErrorCode(error) ?? '')) throw error;
    }
  }

  /** Bytes of all roots on the disk. */
  usage(): Promise<number> {
    return diskUsage(this.directory);
  }

  #removedPath(): string {
    return join(this.#options.temporary, `removed-${randomId(this.#options.random)}`);
  }
}

/** Files with several names are counted once; what disappears meanwhile is not counted. */
async function diskUsage(directory: string, counted = new Set<number>()): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(directory, { withFileTypes: true }).catch(() => [])) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      bytes += await diskUsage(path, counted);
      continue;
    }
    const found = await lstat(path).catch(() => undefined);
    if (found === undefined || counted.has(found.ino)) continue;
    if (found.nlink > 1) counted.add(found.ino);
    bytes += found.size;
  }
  return bytes;
}

/**
 * The names directly below a directory that are mounted by processes of this machine, as lower directories of overlays are.
 * Processes whose mounts may not be read are left out: they belong to other users.
 */
async function findMountedDirectories(parent: string): Promise<readonly string[]> {
  const found = new Set<string>();
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  for (const pid of processes) {
    const text = await readFile(`/proc/${pid}/mountinfo`, 'utf8').catch(() => '');
    for (const path of lowerDirectories(text)) {
      const below = relative(parent, path);
      const [name = ''] = below.split(sep);
      if (name !== '' && name !== '..' && !isAbsolute(below)) found.add(name);
    }
  }
  return [...found].sort();
}

/** The lower directories of all overlays in a text of /proc/PID/mountinfo. */
export function lowerDirectories(mountInfo: string): readonly string[] {
  return [...mountInfo.matchAll(/[ ,]lowerdir\+?=([^\s,]+)/g)].flatMap(([, paths = '']) =>
    // A colon of a path has a backslash before it.
    paths.split(/(?<!\\134):/).map(unescapeMountPath),
  );
}

/** The kernel writes spaces and the like as octal numbers, also the backslashes of the option itself. */
function unescapeMountPath(path: string): string {
  return path
    .replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
    .replace(/\\(.)/g, '$1');
}
