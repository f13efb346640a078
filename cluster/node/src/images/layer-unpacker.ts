import {
  chmodSync,
  closeSync,
  fchmodSync,
  futimesSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { open, readdir, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { errorMessage, type Message } from '@kubemin/base/message';
import { imageMessages } from '../messages/index.ts';
import { ImageError, systemErrorCode } from './image-error.ts';
import { resolveInRoot, splitPath } from './root-path.ts';
import { concatChunks, readTar, type TarEntry, TarFormatError } from './tar-format.ts';

/** What one image may contain at most, against archives that are made to fill disks. */
export interface UnpackLimits {
  /** Bytes of all files together. @default 64 GiB */
  readonly maxBytes: number;
  /** Entries of all layers together. @default 2,000,000 */
  readonly maxEntries: number;
}

export const DEFAULT_UNPACK_LIMITS: UnpackLimits = { maxBytes: 64 * 1024 ** 3, maxEntries: 2_000_000 };

/** The user and group of this machine that are 0 in unpacked images. */
export interface RootOwner {
  readonly uid: number;
  readonly gid: number;
}

/** A file whose owner, or bits that the kernel drops with a change of owners, this process cannot set. */
export interface OwnedFile {
  /** Its path in the root, without symbolic links. */
  readonly path: string;
  readonly uid: number;
  readonly gid: number;
  /** Undefined where it stays as it is, as that of symbolic links. */
  readonly mode?: number | undefined;
}

/** Users of images that only a process of their node can give files to: they belong to the user that unpacks until `assign`. */
export interface RootUsers {
  /** Changes with the ids on this machine: roots that were given to other ones are not used. Numbers with hyphens. */
  readonly name: string;
  /** How many users and groups there are, from 0 on. */
  readonly count: number;
  assign(root: string, files: readonly OwnedFile[]): Promise<void>;
  /** Removes a directory with files of these users. */
  remove(directory: string): Promise<void>;
}

/** As many users as the containers of a node have. */
const OWNER_COUNT = 65_536;
const WHITEOUT = '.wh.';
const OPAQUE = '.wh..wh..opq';
const LONGEST_PATH = 4096;
/** What headers and padding of one entry may take in an archive. */
const HEADER_ROOM = 8192;
/** Up to this size files are written in one piece. */
const SMALL_FILE = 128 * 1024;
/**
 * The kernel keeps what was written at once in memory as one piece, and a program that maps a byte of it counts it all: Node
 * takes 22 MiB more when it was written in pieces of 1 MiB.
 */
const WRITE_SIZE = 64 * 1024;
/** After so many entries other work of the process gets its turn: a busy disk takes a millisecond for each. */
const ENTRIES_PER_TURN = 16;

/**
 * Writes the layers of an image, lowest first, into one directory.
 *
 * Entries come from anywhere: nothing is written or linked outside of the root, whatever names and links they have, and
 * a layer that tries is refused with an ImageError `INVALID_LAYER` that names the entry. Without an `owner` all files belong
 * to the user that unpacks, who may read, change and delete them whatever the layer states; setuid and setgid bits are dropped.
 * With one, that is user 0 of the layers, and the following ids are their other users. With an owner count instead, files of other
 * users than 0 are listed, for a process that can give them to these.
 */
export class LayerUnpacker {
  readonly #root: string;
  readonly #limits: UnpackLimits;
  readonly #owner: RootOwner | undefined;
  readonly #ownerCount: number;
  /** By path. */
  readonly #owned: Map<string, OwnedFile> | undefined;
  #bytes = 0;
  #archiveBytes = 0;
  #entries = 0;
  /** Resolved parents of entries; all exist. Void after something was removed: it may have been such a parent. */
  readonly #parents = new Map<string, string>();

  /**
   * The root exists and is used by nothing else until all layers are applied. Files in it may have other names elsewhere:
   * they are replaced and never written to.
   */
  constructor(
    root: string,
    limits: UnpackLimits = DEFAULT_UNPACK_LIMITS,
    owner?: RootOwner | Pick<RootUsers, 'count'> | undefined,
  ) {
    this.#root = root;
    this.#limits = limits;
    this.#owner = owner !== undefined && 'uid' in owner ? owner : undefined;
    this.#ownerCount = owner !== undefined && 'count' in owner ? owner.count : OWNER_COUNT;
    this.#owned = owner !== undefined && 'count' in owner ? new Map() : undefined;
    this.#give(root);
  }

  async apply(layer: AsyncIterable<Uint8Array>): Promise<void> {
    // What this layer has written, with all directories above. Its whiteouts only hide what lower layers have.
    const written = new Set<string>();
    try {
      for await (const entry of readTar(this.#countArchive(layer))) await this.#applyEntry(entry, written);
    } catch (error) {
      if (error instanceof TarFormatError) throw new ImageError('INVALID_LAYER', errorMessage(error), error);
      throw error;
    }
  }

  /** Files whose owner was not set yet. */
  get ownedFiles(): readonly OwnedFile[] {
    return [...(this.#owned?.values() ?? [])];
  }

  /** Archives can be large without entries: by headers, and by what follows the last entry. */
  async *#countArchive(layer: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    const { maxBytes, maxEntries } = this.#limits;
    const limit = maxBytes + maxEntries * HEADER_ROOM;
    for await (const chunk of layer) {
      this.#archiveBytes += chunk.length;
      if (this.#archiveBytes > limit) throw new ImageError('INVALID_LAYER', imageMessages.layersTooLarge({ limit }));
      yield chunk;
    }
  }

  async #applyEntry(entry: TarEntry, written: Set<string>): Promise<void> {
    const refuse = (problem: Message, cause?: unknown): never => {
      throw new ImageError(
        'INVALID_LAYER',
        imageMessages.layerEntry({ name: JSON.stringify(entry.name), problem }),
        cause,
      );
    };
    this.#entries += 1;
    if (this.#entries % ENTRIES_PER_TURN === 0) await setImmediate();
    this.#bytes += entry.size;
    if (this.#entries > this.#limits.maxEntries)
      refuse(imageMessages.tooManyEntries({ limit: this.#limits.maxEntries }));
    if (this.#bytes > this.#limits.maxBytes) refuse(imageMessages.tooManyBytes({ limit: this.#limits.maxBytes }));
    const problem = pathProblem(entry.name);
    if (problem !== undefined) refuse(problem);
    const parts = splitPath(entry.name);
    const name = parts.pop();
    if (name === undefined) {
      // The root itself: only its mode is taken.
      if (entry.type !== 'directory') refuse(imageMessages.rootNotDirectory);
      this.#give(this.#root, entry);
      chmodSync(this.#root, directoryMode(entry.mode));
      return;
    }
    try {
      const parent = await this.#makeParent(parts, written);
      if (name.startsWith(WHITEOUT)) await this.#applyWhiteout(parent, name, written);
      else await this.#write(entry, parent === '' ? name : `${parent}/${name}`, written);
    } catch (error) {
      // Errors of the blob itself have other codes.
      if (error instanceof ImageError && error.code === 'INVALID_LAYER') refuse(errorMessage(error), error);
      const code = systemErrorCode(error);
      if (code === 'ENOTDIR' || code === 'ENAMETOOLONG' || code === 'ELOOP' || code === 'EMLINK') {
        refuse(code === 'ENOTDIR' ? imageMessages.parentNotDirectory : imageMessages.notPossible({ code }), error);
      }
      throw error;
    }
  }

  /** Resolves the directory of an entry, and makes what is missing of it. */
  async #makeParent(parts: readonly string[], written: Set<string>): Promise<string> {
    const key = parts.join('/');
    const known = this.#parents.get(key);
    if (known !== undefined) return known;
    const parent = await resolveInRoot(this.#root, key);
    const made = splitPath(parent);
    for (let depth = 1; depth <= made.length; depth += 1) {
      const path = join(this.#root, ...made.slice(0, depth));
      try {
        mkdirSync(path);
        this.#give(path);
        chmodSync(path, 0o755);
      } catch (error) {
        if (systemErrorCode(error) !== 'EEXIST') throw error;
        if (!lstatSync(path).isDirectory()) throw new ImageError('INVALID_LAYER', imageMessages.parentNotDirectory);
      }
    }
    addWithParents(written, parent);
    this.#parents.set(key, parent);
    return parent;
  }

  async #applyWhiteout(parent: string, name: string, written: ReadonlySet<string>): Promise<void> {
    if (name === OPAQUE) {
      for (const child of await readdir(join(this.#root, parent))) {
        await this.#hide(parent === '' ? child : `${parent}/${child}`, written);
      }
      return;
    }
    // Notes that AUFS left in layers.
    if (name.startsWith(`${WHITEOUT}${WHITEOUT}`)) return;
    const hidden = name.slice(WHITEOUT.length);
    if (hidden === '' || hidden === '.' || hidden === '..') {
      throw new ImageError('INVALID_LAYER', imageMessages.namelessWhiteout);
    }
    await this.#hide(parent === '' ? hidden : `${parent}/${hidden}`, written);
  }

  /** Removes what lower layers have at a path. */
  async #hide(path: string, written: ReadonlySet<string>): Promise<void> {
    const full = join(this.#root, path);
    if (!written.has(path)) {
      this.#parents.clear();
      this.#forget(full);
      await rm(full, { recursive: true, force: true });
      return;
    }
    if (!lstatSync(full).isDirectory()) return;
    for (const child of await readdir(full)) await this.#hide(`${path}/${child}`, written);
  }

  async #write(entry: TarEntry, path: string, written: Set<string>): Promise<void> {
    const full = join(this.#root, path);
    const existing = lstatSync(full, { throwIfNoEntry: false });
    addWithParents(written, path);
    if (entry.type === 'directory') {
      if (existing?.isDirectory() !== true) {
        if (existing !== undefined) await this.#replace(full);
        mkdirSync(full);
      }
      this.#give(full, entry);
      chmodSync(full, directoryMode(entry.mode, this.#keepsOwners));
      return;
    }
    const source = entry.type === 'link' ? await this.#linkSource(entry.linkName) : undefined;
    // An entry that links to itself changes nothing.
    if (source === full) return;
    if (existing !== undefined) await this.#replace(full);
    if (source !== undefined) return linkSync(source, full);
    switch (entry.type) {
      case 'file':
        await (entry.size > SMALL_FILE ? writeLargeFile(entry, full) : writeSmallFile(entry, full));
        this.#give(full, entry);
        // The kernel drops these bits with the owner.
        if (this.#owner !== undefined && (entry.mode & 0o6000) !== 0) chmodSync(full, entry.mode | 0o600);
        return;
      case 'symlink':
        if (entry.linkName === '') throw new ImageError('INVALID_LAYER', imageMessages.linkWithoutTarget);
        // Only text: it is never followed on this machine.
        symlinkSync(entry.linkName, full);
        this.#give(full, entry);
        return;
      default:
        throw new ImageError('INVALID_LAYER', entry.type === 'device' ? imageMessages.deviceNode : imageMessages.pipe);
    }
  }

  get #keepsOwners(): boolean {
    return this.#owner !== undefined || this.#owned !== undefined;
  }

  #give(full: string, entry?: Pick<TarEntry, 'uid' | 'gid' | 'mode' | 'type'>): void {
    if (!this.#keepsOwners) return;
    const { uid = 0, gid = 0 } = entry ?? {};
    const unknown = [uid, gid].find((id) => id >= this.#ownerCount);
    if (unknown !== undefined) {
      throw new ImageError('INVALID_LAYER', imageMessages.unknownOwner({ owner: unknown, last: this.#ownerCount - 1 }));
    }
    if (this.#owner === undefined) this.#list(full, { uid, gid, mode: entry && specialMode(entry) });
    else lchownSync(full, this.#owner.uid + uid, this.#owner.gid + gid);
  }

  #list(path: string, file: Omit<OwnedFile, 'path'>): void {
    // A directory of another user cannot be moved to where it is used.
    if (path === this.#root) return;
    if (file.uid === 0 && file.gid === 0 && file.mode === undefined) this.#owned?.delete(path);
    else this.#owned?.set(path, { path: relative(this.#root, path), ...file });
  }

  /** What was removed has no owner, whatever comes in its place. */
  #forget(removed: string): void {
    for (const path of this.#owned?.keys() ?? []) {
      if (path === removed || path.startsWith(`${removed}/`)) this.#owned?.delete(path);
    }
  }

  async #replace(full: string): Promise<void> {
    this.#parents.clear();
    this.#forget(full);
    await rm(full, { recursive: true, force: true });
  }

  async #linkSource(target: string): Promise<string> {
    const problem = pathProblem(target);
    if (problem !== undefined)
      throw new ImageError('INVALID_LAYER', imageMessages.hardLink({ target: JSON.stringify(target), problem }));
    const parts = splitPath(target);
    const name = parts.pop() ?? '';
    const source = join(this.#root, await resolveInRoot(this.#root, parts.join('/')), name);
    const found = lstatSync(source, { throwIfNoEntry: false });
    if (name === '' || found === undefined || !(found.isFile() || found.isSymbolicLink())) {
      throw new ImageError('INVALID_LAYER', imageMessages.hardLinkTarget({ target: JSON.stringify(target) }));
    }
    return source;
  }
}

async function writeLargeFile(entry: TarEntry, path: string): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of entry.content) {
      for (let at = 0; at < chunk.length; )
        at += writeSync(handle.fd, chunk, at, Math.min(WRITE_SIZE, chunk.length - at));
    }
    await handle.chmod(fileMode(entry.mode));
    await handle.utimes(entry.mtime, entry.mtime);
  } finally {
    await handle.close();
  }
}

/** Images have thousands of these, and each asynchronous call costs more than the work that it does. */
async function writeSmallFile(entry: TarEntry, path: string): Promise<void> {
  const content = await concatChunks(entry.content);
  const file = openSync(path, 'wx', 0o600);
  try {
    for (let at = 0; at < content.length; ) at += writeSync(file, content, at);
    fchmodSync(file, fileMode(entry.mode));
    futimesSync(file, entry.mtime, entry.mtime);
  } finally {
    closeSync(file);
  }
}

function fileMode(mode: number): number {
  return (mode & 0o777) | 0o600;
}

/** The sticky bit stays, for /tmp. */
function directoryMode(mode: number, keepsOwners = false): number {
  return (mode & (keepsOwners ? 0o3777 : 0o1777)) | 0o700;
}

/** The mode of a file with bits that the kernel drops with the owner. */
function specialMode({ type, mode }: Pick<TarEntry, 'type' | 'mode'>): number | undefined {
  if (type === 'directory') return (mode & 0o2000) === 0 ? undefined : directoryMode(mode, true);
  return type === 'file' && (mode & 0o6000) !== 0 ? (mode & 0o7777) | 0o600 : undefined;
}

function pathProblem(path: string): Message | undefined {
  if (path === '') return imageMessages.emptyName;
  if (path.startsWith('/')) return imageMessages.absolutePath;
  if (splitPath(path).includes('..')) return imageMessages.parentInPath;
  if (Buffer.byteLength(path) > LONGEST_PATH) return imageMessages.pathTooLong;
  return undefined;
}

function addWithParents(paths: Set<string>, path: string): void {
  for (let at = path; at !== '.' && at !== '' && !paths.has(at); at = dirname(at)) paths.add(at);
}
