import { lstatSync, mkdirSync, readlinkSync, type Stats, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { runtimeMessages } from '../messages/index.ts';
import type { ContainerMount } from './container-runtime.ts';
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
 * image are read as the container would, and not as this machine would. A path takes dozens of system calls of microseconds
 * each: they are synchronous, as each would take ten times that in another thread.
 */
export class RootPaths {
  readonly #view: RootView;
  readonly #mounts: PlacedMount[] = [];

  constructor(view: RootView) {
    this.#view = view;
  }

  /** The path with all links resolved, as the container names it; parts that do not exist stay as they are. */
  resolve(path: string): string {
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
      const target = this.#linkTarget(next);
      if (target === undefined) {
        resolved = next;
        continue;
      }
      links += 1;
      if (links > MAX_LINKS) throw new RuntimeError('CREATE_CONTAINER', runtimeMessages.tooManyLinks({ path }));
      pending = [...parts(target), ...pending];
      if (target.startsWith('/')) resolved = '/';
    }
    return resolved;
  }

  /** Where this machine has what the container will find at a resolved path; undefined where there is nothing. */
  find(resolved: string): { readonly path: string; readonly isDirectory: boolean; readonly mode: number } | undefined {
    for (const path of this.#candidates(resolved)) {
      const found = findEntry(path);
      if (found !== undefined) return { path, isDirectory: found.isDirectory(), mode: found.mode };
    }
    return undefined;
  }

  /**
   * Makes the mount point of `mount`, with the directories above it, and remembers the mount, so that later ones may lie
   * in it. Returns the target as the container names it.
   */
  place(mount: ContainerMount, isDirectory: boolean): string {
    const target = this.resolve(mount.target);
    const existing = this.find(target);
    if (existing !== undefined && existing.isDirectory !== isDirectory) {
      const kinds = isDirectory ? runtimeMessages.directoryOntoFile : runtimeMessages.fileOntoDirectory;
      throw new RuntimeError(
        'CREATE_CONTAINER',
        runtimeMessages.mountFailed({ source: mount.source, target: mount.target, reason: kinds }),
      );
    }
    if (existing === undefined) {
      this.makeDirectory(isDirectory ? target : posix.dirname(target));
      if (!isDirectory) writeFileSync(this.#first(target), '', { flag: 'a' });
    } else if (isDirectory) {
      this.makeDirectory(target);
    }
    this.cover(target, [mount.source]);
    return target;
  }

  /** Records that at a resolved path another file system will be mounted, which is made of these layers. */
  cover(target: string, layers: readonly string[]): void {
    this.#mounts.push({ target, layers });
  }

  /** Makes a directory and those above it where new files of the container go. */
  makeDirectory(resolved: string): void {
    if (resolved === '/' || this.#mounts.some(({ target }) => target === resolved)) return;
    this.makeDirectory(posix.dirname(resolved));
    const existing = this.find(resolved);
    if (existing !== undefined && !existing.isDirectory) {
      throw new RuntimeError('CREATE_CONTAINER', runtimeMessages.directoryIsFile({ path: resolved }));
    }
    // A directory of the upper layer hides the mode of the one below.
    const mode = existing === undefined ? 0o755 : existing.mode & 0o7777;
    // Recursive: one that is there already is no error.
    mkdirSync(this.#first(resolved), { recursive: true, mode });
  }

  #linkTarget(resolved: string): string | undefined {
    for (const path of this.#candidates(resolved)) {
      const found = findEntry(path);
      if (found === undefined) continue;
      return found.isSymbolicLink() ? readlinkSync(path) : undefined;
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

/** What is at a path of this machine; undefined also where it cannot be looked at. */
function findEntry(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function parts(path: string): string[] {
  return path.split('/').filter((part) => part !== '' && part !== '.');
}
