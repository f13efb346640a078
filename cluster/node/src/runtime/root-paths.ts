import { lstat, mkdir, readlink, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { ContainerMount } from './index.ts';
import { RuntimeError } from './runtime-error.ts';

/** A file system as a container will see it: its image, what was written over it, and mounts that are already planned. */
export interface RootView {
  /** Directories of this machine that are tried one after the other; what must be made is made in the first. */
  readonly layers: readonly string[];
}

interface PlacedMount extends RootView {
  readonly target: string;
}

const MAX_LINKS = 40;

/**
 * Resolves paths of a container to those of this machine without ever leaving the container's root: symbolic links of an
 * image are read as the container would, and not as this machine would.
 */
export class RootPaths {
  readonly #view: RootView;
  readonly #mounts: PlacedMount[] = [];

  constructor(view: RootView) {
    this.#view = view;
  }

  /** The path with all links resolved, as the container names it; parts that do not exist stay as they are. */
  async resolve(path: string): Promise<string> {
    let pending = parts(path);
    let resolved = '/';
    let links = 0;
    while (pending.length > 0) {
      const [first = '', ...rest] = pending;
      pending = rest;
      if (first === '..') {
        resolved = posix.dirname(resolved);
        continue;
      }
      const next = posix.join(resolved, first);
      const target = await this.#linkTarget(next);
      if (target === undefined) {
        resolved = next;
        continue;
      }
      links += 1;
      if (links > MAX_LINKS) throw new RuntimeError('CREATE_CONTAINER', `too many levels of symbolic links: ${path}`);
      pending = [...parts(target), ...pending];
      if (target.startsWith('/')) resolved = '/';
    }
    return resolved;
  }

  /** Where this machine has what the container will find at a resolved path; undefined where there is nothing. */
  async find(
    resolved: string,
  ): Promise<{ readonly path: string; readonly isDirectory: boolean; readonly mode: number } | undefined> {
    for (const path of this.#candidates(resolved)) {
      const found = await lstat(path).catch(() => undefined);
      if (found !== undefined) return { path, isDirectory: found.isDirectory(), mode: found.mode };
    }
    return undefined;
  }

  /**
   * Makes the mount point of `mount`, with the directories above it, and remembers the mount, so that later ones may lie
   * in it. Resolves with the target as the container names it.
   */
  async place(mount: ContainerMount, isDirectory: boolean): Promise<string> {
    const target = await this.resolve(mount.target);
    const existing = await this.find(target);
    if (existing !== undefined && existing.isDirectory !== isDirectory) {
      const kinds = isDirectory ? 'a directory onto a file' : 'a file onto a directory';
      throw new RuntimeError('CREATE_CONTAINER', `cannot mount ${mount.source} at ${mount.target}: ${kinds}`);
    }
    if (existing === undefined) {
      await this.makeDirectory(isDirectory ? target : posix.dirname(target));
      if (!isDirectory) await writeFile(this.#first(target), '', { flag: 'a' });
    } else if (isDirectory) {
      await this.makeDirectory(target);
    }
    this.cover(target, [mount.source]);
    return target;
  }

  /** Records that at a resolved path another file system will be mounted, which is made of these layers. */
  cover(target: string, layers: readonly string[]): void {
    this.#mounts.push({ target, layers });
  }

  /** Makes a directory and those above it where new files of the container go. */
  async makeDirectory(resolved: string): Promise<void> {
    if (resolved === '/' || this.#mounts.some(({ target }) => target === resolved)) return;
    await this.makeDirectory(posix.dirname(resolved));
    const existing = await this.find(resolved);
    if (existing !== undefined && !existing.isDirectory) {
      throw new RuntimeError('CREATE_CONTAINER', `cannot make directory ${resolved}: a file of this name exists`);
    }
    // A directory of the upper layer hides the mode of the one below.
    const mode = existing === undefined ? 0o755 : existing.mode & 0o7777;
    await mkdir(this.#first(resolved), { mode }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }

  async #linkTarget(resolved: string): Promise<string | undefined> {
    for (const path of this.#candidates(resolved)) {
      const found = await lstat(path).catch(() => undefined);
      if (found === undefined) continue;
      return found.isSymbolicLink() ? readlink(path) : undefined;
    }
    return undefined;
  }

  #first(resolved: string): string {
    const [path = ''] = this.#candidates(resolved);
    return path;
  }

  /** The last mount that covers the path hides what is below. */
  #candidates(resolved: string): readonly string[] {
    const mount = this.#mounts.findLast(({ target }) => resolved === target || resolved.startsWith(`${target}/`));
    const [layers, path] =
      mount === undefined ? [this.#view.layers, resolved] : [mount.layers, resolved.slice(mount.target.length)];
    return layers.map((layer) => join(layer, path));
  }
}

function parts(path: string): string[] {
  return path.split('/').filter((part) => part !== '' && part !== '.');
}
