import { lstat, mkdir, open, readdir, realpath, rm, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { verbatim } from '@kubemin/base/message';
import { containerdMessages, runtimeMessages } from '../messages/index.ts';
import { type ContainerMount, RuntimeError } from '../runtime/index.ts';
import { type HostPrograms, runProgram } from '../sandbox/index.ts';

/**
 * Containers that run may put a link in the place of a directory of a volume at any moment, and what mounts it into another one would follow
 * it to anywhere. What lies in something that is mounted is therefore mounted at a path of the node first, compared with what was meant, and taken
 * from there.
 */
export interface PinnedMountsOptions {
  /** Where mounts are pinned; in the mount namespace of the node. */
  readonly directory: string;
  readonly programs: HostPrograms;
  /** The words that run a command in the mount namespace of the node. */
  readonly enter: readonly string[];
}

export class PinnedMounts {
  readonly #options: PinnedMountsOptions;

  constructor(options: PinnedMountsOptions) {
    this.#options = options;
  }

  /**
   * The mounts with the sources to use for them, pinned under `key` where `mounted` or one of them has such a source in it. Rejects with a
   * RuntimeError that names a mount that is not possible.
   */
  async pin(
    key: string,
    mounts: readonly ContainerMount[],
    mounted: ReadonlySet<string>,
  ): Promise<readonly ContainerMount[]> {
    const outer = new Set([...mounted, ...mounts.map(({ source }) => source)]);
    const pinned: ContainerMount[] = [];
    for (const [index, mount] of mounts.entries()) {
      if (isProtected(mount.target)) {
        const reason = runtimeMessages.protectedPath;
        throw new RuntimeError('CREATE_CONTAINER', runtimeMessages.mountFailed({ ...mount, reason }));
      }
      const found = await stat(mount.source).catch((error: NodeJS.ErrnoException) => {
        const reason = error.code === 'ENOENT' ? containerdMessages.notFound : verbatim(error.message);
        throw new RuntimeError('CREATE_CONTAINER', runtimeMessages.mountFailed({ ...mount, reason }), error);
      });
      const holder = findHolder(mount.source, outer);
      const source =
        holder === undefined
          ? mount.source
          : await this.#pin(join(key, String(index)), mount, holder, found.isDirectory());
      pinned.push({ ...mount, source });
    }
    return pinned;
  }

  /** Ends what was pinned under a key. */
  async release(key: string): Promise<void> {
    const { directory, programs, enter } = this.#options;
    const own = join(directory, key);
    const names = await readdir(own).catch(() => []);
    for (const name of names)
      await runProgram([...enter, programs.umount, '-n', '-l', join(own, name)]).catch(() => '');
    if (names.length > 0) await rm(own, { recursive: true, force: true });
  }

  /** Ends what belongs to none of these keys. */
  async releaseOthers(keys: ReadonlySet<string>): Promise<void> {
    for (const key of await readdir(this.#options.directory).catch(() => [])) {
      if (!keys.has(key)) await this.release(key);
    }
  }

  async #pin(name: string, mount: ContainerMount, holder: string, isDirectory: boolean): Promise<string> {
    const { directory, programs, enter } = this.#options;
    const target = join(directory, name);
    const source = await realpath(mount.source);
    if (!isInside(source, await realpath(holder))) throw replaced(mount);
    const meant = await lstat(source);
    await mkdir(join(target, '..'), { recursive: true, mode: 0o700 });
    if (isDirectory) await mkdir(target);
    else await (await open(target, 'w')).close();
    await runProgram([...enter, programs.mount, '-n', '--rbind', source, target]);
    // Where this process sees it too, which is in the namespace of the node.
    const found = await readIdentity(enter, target);
    if (found === `${meant.dev} ${meant.ino}`) return target;
    await runProgram([...enter, programs.umount, '-n', '-l', target]);
    throw replaced(mount);
  }
}

/** What no runtime mounts anything over. A link of the image that leads there is refused when the container is started. */
function isProtected(target: string): boolean {
  const path = posix.resolve('/', target);
  return path === '/' || /^\/proc(\/|$)/.test(path);
}

/** Device and inode of a path as the node sees it. */
async function readIdentity(enter: readonly string[], path: string): Promise<string> {
  if (enter.length > 0) return (await runProgram([...enter, 'stat', '-c', '%d %i', path])).trim();
  const { dev, ino } = await lstat(path);
  return `${dev} ${ino}`;
}

function replaced({ source, target }: ContainerMount): RuntimeError {
  const reason = containerdMessages.sourceReplaced;
  return new RuntimeError('CREATE_CONTAINER', runtimeMessages.mountFailed({ source, target, reason }));
}

/** The mounted directory that a path lies in. */
function findHolder(path: string, mounted: ReadonlySet<string>): string | undefined {
  return [...mounted].find((other) => isInside(path, other));
}

function isInside(path: string, directory: string): boolean {
  return path !== directory && path.startsWith(directory.endsWith('/') ? directory : `${directory}/`);
}
