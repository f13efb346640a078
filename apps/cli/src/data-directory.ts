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
  };
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
