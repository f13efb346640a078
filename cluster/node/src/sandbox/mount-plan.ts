import { posix } from 'node:path';
import type { ContainerMount } from '../runtime/index.ts';

/** One line for `mount -a -T`. */
export interface MountEntry {
  readonly source: string;
  readonly target: string;
  readonly type: string;
  readonly options: readonly string[];
}

/** The text of an fstab file; entries are mounted in their order. */
export function fstabText(entries: readonly MountEntry[]): string {
  return entries
    .map(
      ({ source, target, type, options }) =>
        `${[source, target, type, options.join(',')].map(escapeFstab).join(' ')} 0 0\n`,
    )
    .join('');
}

/** White space and backslashes in the octal form that fstab uses. */
export function escapeFstab(text: string): string {
  return text.replaceAll(/[\\ \t\n#]/g, octal);
}

const LOCKED_FLAGS = new Set(['nosuid', 'nodev', 'noexec', 'noatime', 'nodiratime']);

/** What holds a path, as the kernel lists it. */
export interface HoldingMount {
  readonly point: string;
  /** Major and minor number: `8:1`. */
  readonly device: string;
  /** The path as its file system has it. */
  readonly path: string;
  /**
   * In a user namespace a read-only bind mount must repeat them: the kernel does not let go of flags that the owner of the
   * machine has set.
   */
  readonly lockedFlags: readonly string[];
}

/** The mount that holds an absolute path without links; of several at one place the last. */
export function findMount(mountInfo: string, path: string): HoldingMount {
  let best: HoldingMount = { point: '', device: '', path, lockedFlags: [] };
  for (const line of mountInfo.split('\n')) {
    const [, , device = '', root = '', at = '', options = ''] = line.split(' ');
    const point = unescapeMountinfo(at);
    const holds = point === '/' || path === point || path.startsWith(`${point}/`);
    if (at === '' || !holds || point.length < best.point.length) continue;
    const inside = posix.join(unescapeMountinfo(root), path.slice(point === '/' ? 0 : point.length));
    const lockedFlags = options.split(',').filter((option) => LOCKED_FLAGS.has(option));
    best = { point, device, path: inside.length > 1 ? inside.replace(/\/$/, '') : inside, lockedFlags };
  }
  return best;
}

/** Whether mounts that the node makes later below the source of a mount are seen in the container. */
export function followsNode({ propagation = 'none' }: ContainerMount): boolean {
  return propagation !== 'none';
}

/** Paths below an absolute path without links at which something else is mounted, the outermost first. */
export function findSubmounts(mountInfo: string, path: string): readonly string[] {
  const prefix = path === '/' ? path : `${path}/`;
  const points = mountInfo.split('\n').map((line) => unescapeMountinfo(line.split(' ')[4] ?? ''));
  return [...new Set(points.filter((point) => point.startsWith(prefix)))].toSorted();
}

function unescapeMountinfo(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)));
}

/** What must be mounted at `target` when the mounts of a container were made; see CHECK_MOUNTS of the scripts. */
export function expectedMount(source: HoldingMount, target: string, readOnly: boolean): string {
  const words = [source.device, source.path, target].map((word) =>
    // As the kernel writes paths.
    word.replaceAll(/[\\ \t\n]/g, octal),
  );
  return `${words.join(' ')} ${readOnly ? 'ro' : 'rw'}\n`;
}

function octal(character: string): string {
  return `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`;
}
