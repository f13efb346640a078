import { existsSync, readdirSync, statSync } from 'node:fs';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { makeDirectory } from '@kubemin/base/machine';
import type { Message } from '@kubemin/base/message';
import { startMessages } from '../messages/index.ts';
import { CliError, ExitCode, failureReason } from '../terminal/index.ts';

/** Where everything of one KubeMin lives: databases, certificates, tokens, kubeconfig, log. */
export interface DataDirectory {
  readonly path: string;
  readonly kubeconfig: string;
  readonly platformDatabase: string;
  readonly clusterStorage: string;
  /** What pods keep in volumes that are directories of their node. */
  readonly volumes: string;
  /** The node that runs containers on this machine: its pods, their logs, its sockets. */
  readonly node: string;
  /** Which runtime the nodes have. */
  readonly nodeRuntime: string;
  /** Container images: blobs, an index and unpacked roots. */
  readonly images: string;
  /** The content of the image registry. */
  readonly registry: string;
  readonly certificates: string;
  readonly adminToken: string;
  readonly secretKeys: string;
  readonly endpoints: string;
  readonly lock: string;
  readonly log: string;
  /** Room that is given up when the disk is full. */
  readonly reserve: string;
  /** Names the databases that belong to the directory, so that a missing one is noticed. */
  readonly kept: string;
  /** Output of a start in the background. */
  readonly startLog: string;
  /** Files of programs that run for steps, such as `ssh`; each is removed when its program ends. */
  readonly temporary: string;
  /** Where a backup is put together; what is left of one that was cut off. */
  readonly backupStaging: string;
  readonly backupLock: string;
  /** Where a restore unpacks. While it is there the directory is no whole one. */
  readonly restoreStaging: string;
  /** Marks a reset that has begun to delete. While it exists the directory is incomplete. */
  readonly resetMark: string;
  /** Marks that the demo application was deployed here: where it is gone since, the user deleted it. */
  readonly demoMark: string;
}

export function dataDirectory(path: string): DataDirectory {
  const root = resolve(path);
  return {
    path: root,
    kubeconfig: join(root, 'kubeconfig'),
    platformDatabase: join(root, 'platform.db'),
    clusterStorage: join(root, 'cluster'),
    volumes: join(root, 'volumes'),
    node: join(root, 'node'),
    nodeRuntime: join(root, 'node-runtime.json'),
    images: join(root, 'images'),
    registry: join(root, 'registry'),
    certificates: join(root, 'certificates'),
    adminToken: join(root, 'admin-token'),
    secretKeys: join(root, 'secret-keys'),
    endpoints: join(root, 'endpoints.json'),
    lock: join(root, 'lock.db'),
    log: join(root, 'kubemin.log'),
    reserve: join(root, 'reserve'),
    kept: join(root, 'kept.json'),
    startLog: join(root, 'start.log'),
    temporary: join(root, 'tmp'),
    backupStaging: join(root, 'backup.staging'),
    backupLock: join(root, 'backup.lock'),
    restoreStaging: join(root, 'restore.staging'),
    resetMark: join(root, 'reset.begun'),
    demoMark: join(root, 'demo.json'),
  };
}

const SQLITE_SIDES = ['', '-wal', '-shm', '-journal', '-checks'] as const;

/** What is written aside before it is renamed, and stays when the process is killed between the two. */
const LEFTOVER =
  /^(endpoints\.json\.new|\.(endpoints\.json|admin-token|secret-keys|kubeconfig|kept\.json|demo\.json|node-runtime\.json)\.\w{6}|(admin-token|secret-keys)\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\.write-test-\d+)$/;

/** Files that may be beside the data without making the directory foreign: those of other commands, and of a file system. */
const NEIGHBOURS: readonly string[] = [
  'apiserver',
  'link.json',
  'draft.json',
  'draft.json.new',
  '.gitignore',
  'lost+found',
];

/**
 * Everything that may be in a data directory, in the order in which to remove it: what is kept first, then what opens
 * it, then the marks of what is unfinished, and the mark of the directory last, so that a removal that was cut off can
 * be repeated.
 */
export function ownedPaths(directory: DataDirectory): readonly string[] {
  const database = (path: string): readonly string[] => SQLITE_SIDES.map((side) => `${path}${side}`);
  return [
    directory.endpoints,
    ...namesIn(directory)
      .filter((name) => LEFTOVER.test(name))
      .map((name) => join(directory.path, name)),
    ...database(directory.platformDatabase),
    directory.clusterStorage,
    directory.volumes,
    directory.node,
    directory.nodeRuntime,
    directory.images,
    directory.registry,
    directory.kept,
    directory.reserve,
    directory.temporary,
    directory.backupStaging,
    ...database(directory.backupLock),
    directory.kubeconfig,
    directory.certificates,
    directory.adminToken,
    directory.secretKeys,
    directory.demoMark,
    directory.log,
    directory.startLog,
    directory.restoreStaging,
    directory.resetMark,
    // By the lock itself the directory is known as ours.
    ...database(directory.lock).toReversed(),
  ];
}

/** Whether something of KubeMin's is kept in a directory: more than its lock, and what was never finished. */
export function keepsSomething(directory: DataDirectory): boolean {
  return ownedPaths(directory).some(
    (path) => !path.startsWith(directory.lock) && !LEFTOVER.test(basename(path)) && existsSync(path),
  );
}

/** Newer files may still be written by another process. */
const LEFTOVER_AGE_MS = 60_000;

/** Removes what killed processes have left half written. Call it with the lock held. */
export async function sweepLeftovers(directory: DataDirectory, now: number): Promise<void> {
  for (const name of namesIn(directory).filter((each) => LEFTOVER.test(each))) {
    const path = join(directory.path, name);
    const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (now - made > LEFTOVER_AGE_MS) await rm(path, { recursive: true, force: true });
  }
}

/** Whether a directory is one of KubeMin's: it has been locked once. */
export function isDataDirectory(directory: DataDirectory): boolean {
  return existsSync(directory.lock);
}

/**
 * Makes the directory, for its owner only, and proves that it can be written before anything else is tried. One that is
 * with foreign files is rejected: it was probably given by mistake, and other users could no longer read the files.
 */
export async function prepareDataDirectory(directory: DataDirectory): Promise<void> {
  const probe = join(directory.path, `.write-test-${process.pid}`);
  try {
    await makeDirectory(directory.path, 0o700);
    const foreign = isDataDirectory(directory) ? undefined : foreignName(directory);
    if (foreign !== undefined) throw notForData(directory, foreign);
    await chmod(directory.path, 0o700);
    await writeFile(probe, '');
    // Another process may have removed it.
    await rm(probe, { force: true });
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    throw new CliError(startMessages.directoryUnwritable({ path: directory.path, why: whyUnwritable(cause) }), {
      code: 'DATA_DIRECTORY_UNWRITABLE',
      exitCode: ExitCode.failed,
      hint: startMessages.chooseDirectory,
      cause,
    });
  }
}

/** Removes the permissions of other users from an existing directory, unless it contains foreign files. */
export async function tightenDataDirectory(directory: DataDirectory): Promise<void> {
  const mode = statSync(directory.path, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o077) !== 0 && foreignName(directory) === undefined) await chmod(directory.path, 0o700);
}

function whyUnwritable(cause: unknown): Message {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  switch (code) {
    case 'ENOTDIR':
    case 'EEXIST':
      return startMessages.isFile;
    case 'EACCES':
    case 'EPERM':
      return startMessages.notPermitted;
    case 'EROFS':
      return startMessages.readOnlyDisk;
    case 'ENOSPC':
      return startMessages.diskFull;
    case 'ENAMETOOLONG':
      return startMessages.nameTooLong;
    case 'ENOENT':
      return startMessages.noDirectoryThere;
    default:
      return failureReason(cause);
  }
}

function foreignName(directory: DataDirectory): string | undefined {
  const ours = new Set([...ownedPaths(directory).map((path) => basename(path)), ...NEIGHBOURS]);
  // Another instance that starts now may write one of these between the two looks at the directory.
  return namesIn(directory).find((name) => !ours.has(name) && !LEFTOVER.test(name));
}

function namesIn({ path }: DataDirectory): readonly string[] {
  return existsSync(path) ? readdirSync(path) : [];
}

function notForData({ path }: DataDirectory, name: string): CliError {
  return new CliError(startMessages.directoryForeign({ path, name }), {
    code: 'NOT_A_DATA_DIRECTORY',
    exitCode: ExitCode.usage,
    hint: startMessages.chooseEmptyDirectory,
  });
}
