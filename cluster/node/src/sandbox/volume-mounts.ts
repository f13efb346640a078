import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { verbatim } from '@kubemin/base/message';
import { runtimeMessages } from '../messages/index.ts';
import { type ContainerConfig, type RootPaths, RuntimeError } from '../runtime/index.ts';
import type { ContainerForm } from './container-files.ts';
import {
  expectedMount,
  findMount,
  findSubmounts,
  followsNode,
  type HoldingMount,
  type MountEntry,
} from './mount-plan.ts';

/** The mounts of a container that its pod asks for. */
export interface VolumeMounts {
  /** In their order: those that lie in others come after them. */
  readonly mounts: readonly MountEntry[];
  /** Those that crun makes itself, as it lets go of all that the node mounts later in what it finds below the root. */
  readonly late: readonly LateMount[];
  /** What was mounted must be: containers that run may change what is in volumes until then; see CHECK_MOUNTS of the scripts. */
  readonly expected: string;
}

/** A mount from a directory of the container, where it was checked. */
export interface LateMount {
  readonly source: string;
  /** As the container names it. */
  readonly target: string;
  readonly options: readonly string[];
}

interface MountPlace {
  /** Of the container; has `root`. */
  readonly directory: string;
  readonly form: ContainerForm;
  /** A process in the mount namespace of the node, by its number on the machine. */
  readonly nodeProcess: number;
}

/** Rejects with a RuntimeError `CREATE_CONTAINER` for what cannot be mounted. */
export async function planMounts(
  { mounts }: ContainerConfig,
  paths: RootPaths,
  { directory, form, nodeProcess }: MountPlace,
): Promise<VolumeMounts> {
  const mountInfo = mounts.length === 0 ? '' : await readFile(`/proc/${nodeProcess}/mountinfo`, 'utf8');
  const sorted = mounts.toSorted((one, other) => depth(one.target) - depth(other.target));
  const follows = mounts.some(followsNode);
  const entries: MountEntry[] = [];
  const late: LateMount[] = [];
  const real = await realpath(directory);
  let expected = '';
  for (const mount of sorted) {
    const { readOnly } = mount;
    const { source, isDirectory } = await findSource(mount, paths);
    const resolved = paths.place({ ...mount, source }, isDirectory);
    const bind = isDirectory ? 'rbind' : 'bind';
    const holding = findMount(mountInfo, source);
    // In the mount namespace of a container that follows the node all others must not.
    const propagation = follows ? [followsNode(mount) ? 'rslave' : 'rprivate'] : [];
    const isLate = form === 'crun' && (followsNode(mount) || late.some(({ target }) => isBelow(resolved, target)));
    const place = isLate ? `late-${late.length}` : join('root', resolved);
    if (isLate) {
      makeMountPoint(join(directory, place), isDirectory);
      const options = [bind, ...propagation, ...(readOnly ? ['ro'] : [])];
      late.push({ source: join(directory, place), target: resolved, options });
    }
    const options = [bind, ...readOnlyOptions(readOnly, holding), ...propagation];
    entries.push({ source, target: join(directory, place), type: 'none', options });
    const inner = mount.recursiveReadOnly === true ? findSubmounts(mountInfo, source) : [];
    for (const point of inner) {
      entries.push({
        ...{ source: point, target: join(directory, place, posix.relative(source, point)), type: 'none' },
        options: ['bind', ...readOnlyOptions(true, findMount(mountInfo, point))],
      });
    }
    expected += expectedMount(holding, join(real, place), readOnly);
  }
  return { mounts: entries, late, expected };
}

async function findSource(
  mount: ContainerConfig['mounts'][number],
  paths: RootPaths,
): Promise<{ readonly source: string; readonly isDirectory: boolean }> {
  const { target } = mount;
  const source = await realpath(mount.source).catch(() => mount.source);
  // As the container will see it: a link of the image may lead there.
  if (isProtected(paths.resolve(target))) {
    const why = runtimeMessages.protectedPath;
    throw new RuntimeError('CREATE_CONTAINER', runtimeMessages.mountFailed({ source, target, reason: why }));
  }
  const found = await stat(source).catch((error: NodeJS.ErrnoException) => {
    throw new RuntimeError(
      'CREATE_CONTAINER',
      runtimeMessages.mountFailed({ source, target, reason: verbatim(reason(error)) }),
      error,
    );
  });
  return { source, isDirectory: found.isDirectory() };
}

function makeMountPoint(path: string, isDirectory: boolean): void {
  if (isDirectory) mkdirSync(path);
  else writeFileSync(path, '');
}

function readOnlyOptions(readOnly: boolean, { lockedFlags }: HoldingMount): readonly string[] {
  return readOnly ? ['ro', ...lockedFlags] : [];
}

/** What the container is set up with and kept in by: nothing of a pod may lie over or in it. */
function isProtected(resolved: string): boolean {
  return resolved === '/' || resolved === '/dev' || /^\/(proc|sys|dev\/\.[^/]*)(\/|$)/.test(resolved);
}

function isBelow(path: string, directory: string): boolean {
  return path.startsWith(`${directory}/`);
}

function depth(path: string): number {
  return posix.normalize(path).split('/').length;
}

function reason(error: NodeJS.ErrnoException): string {
  return error.code === 'ENOENT' ? 'no such file or directory' : error.message;
}
