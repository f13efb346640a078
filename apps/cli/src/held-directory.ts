import { createWriteStream } from 'node:fs';
import { type Clock, jsonLogger, type Logger } from '@kubemin/base';
import { CliError } from './cli-error.ts';
import { type DataDirectory, prepareDataDirectory } from './data-directory.ts';
import { acquireDirectoryLock } from './directory-lock.ts';
import { readEndpoints, removeEndpoints } from './endpoints-file.ts';
import { ExitCode } from './exit-code.ts';

/** A data directory that is ours alone until it is released, with its log open. */
export interface HeldDirectory {
  readonly logger: Logger;
  release(): Promise<void>;
}

export async function holdDirectory(directory: DataDirectory, clock: Clock): Promise<HeldDirectory> {
  // Databases, logs and whatever else is made there: for the owner's eyes only, like the directory itself.
  process.umask(0o077);
  await prepareDataDirectory(directory);
  const lock = acquireDirectoryLock(directory.lock);
  if (lock === undefined) throw await alreadyRunning(directory);
  // Whatever an earlier process wrote there is about a process that is gone.
  await removeEndpoints(directory.endpoints);
  const log = createWriteStream(directory.log, { flags: 'a', mode: 0o600 });
  return {
    logger: jsonLogger({ clock, write: (line) => log.write(line) }),
    release: async () => {
      await removeEndpoints(directory.endpoints);
      await new Promise<void>((resolve) => log.end(resolve));
      lock.release();
    },
  };
}

async function alreadyRunning(directory: DataDirectory): Promise<CliError> {
  const endpoints = await readEndpoints(directory.endpoints);
  const who = endpoints === undefined ? '' : ` (process ${endpoints.pid}, ${endpoints.platform})`;
  return new CliError(`KubeMin already runs on ${directory.path}${who}`, {
    code: 'ALREADY_RUNNING',
    exitCode: ExitCode.conflict,
    hint: 'use it as it is (kubemin status), stop it (kubemin down), or give this one a directory of its own (--data-dir DIR)',
  });
}
