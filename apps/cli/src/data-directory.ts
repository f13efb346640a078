import { existsSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { toError } from '@kubemin/base';
import { CliError } from './cli-error.ts';
import { ExitCode } from './exit-code.ts';
import { inBoth } from './language/catalogue.ts';
import { startWords } from './language/words/start.ts';

/** Where everything of one KubeMin lives: databases, certificates, tokens, kubeconfig, log. */
export interface DataDirectory {
  readonly path: string;
  readonly kubeconfig: string;
  readonly platformDatabase: string;
  readonly clusterStorage: string;
  readonly certificates: string;
  readonly adminToken: string;
  readonly secretKeys: string;
  readonly endpoints: string;
  readonly lock: string;
  readonly log: string;
  /** What a start in the background had to say. */
  readonly startLog: string;
  /** Where a backup is put together; what is left of one that was cut off. */
  readonly backupStaging: string;
  readonly backupLock: string;
  /** Where a restore unpacks. While it is there the directory is no whole one. */
  readonly restoreStaging: string;
}

export function dataDirectory(path: string): DataDirectory {
  const root = resolve(path);
  return {
    path: root,
    kubeconfig: join(root, 'kubeconfig'),
    platformDatabase: join(root, 'platform.db'),
    clusterStorage: join(root, 'cluster'),
    certificates: join(root, 'certificates'),
    adminToken: join(root, 'admin-token'),
    secretKeys: join(root, 'secret-keys'),
    endpoints: join(root, 'endpoints.json'),
    lock: join(root, 'lock.db'),
    log: join(root, 'kubemin.log'),
    startLog: join(root, 'start.log'),
    backupStaging: join(root, 'backup.staging'),
    backupLock: join(root, 'backup.lock'),
    restoreStaging: join(root, 'restore.staging'),
  };
}

const SQLITE_SIDES = ['', '-wal', '-shm', '-journal'] as const;

/**
 * Everything that may be in a data directory, in the order in which to remove it: what is kept first, then what opens
 * it, and the mark of the directory last, so that a removal that was cut off can be repeated.
 */
export function ownedPaths(directory: DataDirectory): readonly string[] {
  const database = (path: string): readonly string[] => SQLITE_SIDES.map((side) => `${path}${side}`);
  return [
    directory.endpoints,
    ...database(directory.platformDatabase),
    directory.clusterStorage,
    directory.backupStaging,
    ...database(directory.backupLock),
    directory.kubeconfig,
    directory.certificates,
    directory.adminToken,
    directory.secretKeys,
    directory.log,
    directory.startLog,
    directory.restoreStaging,
    ...database(directory.lock),
  ];
}

/** Whether a directory is one of KubeMin's: it has been locked once. */
export function isDataDirectory(directory: DataDirectory): boolean {
  return existsSync(directory.lock);
}

/** Makes the directory, for its owner only, and proves that it can be written before anything else is tried. */
export async function prepareDataDirectory(directory: DataDirectory): Promise<void> {
  const probe = join(directory.path, `.write-test-${process.pid}`);
  try {
    await mkdir(directory.path, { recursive: true, mode: 0o700 });
    await chmod(directory.path, 0o700);
    await writeFile(probe, '');
    await rm(probe);
  } catch (cause) {
    throw new CliError(
      inBoth(startWords, (say) => say.directoryUnwritable(directory.path, toError(cause).message)),
      {
        code: 'DATA_DIRECTORY_UNWRITABLE',
        exitCode: ExitCode.failed,
        hint: inBoth(startWords, (say) => say.chooseDirectory),
        cause,
      },
    );
  }
}
