import { existsSync } from 'node:fs';
import type { DataDirectory } from '../connection/index.ts';
import { keepingMessages } from '../messages/index.ts';
import { CliError, ExitCode, typedPath } from '../terminal/index.ts';

/** Throws a CliError when a restore or a reset of this directory was cut off: what it holds then is no state at all. */
export function requireCompleteDirectory(directory: DataDirectory): void {
  if (existsSync(directory.restoreStaging)) throw halfRestored(directory);
  if (existsSync(directory.resetMark)) throw halfReset(directory);
}

/** Whether a restore or a reset was cut off, so that nothing in the directory is worth keeping. */
export function isUnfinished(directory: DataDirectory): boolean {
  return existsSync(directory.restoreStaging) || existsSync(directory.resetMark);
}

function halfRestored({ path }: DataDirectory): CliError {
  return new CliError(keepingMessages.halfRestored({ path }), {
    code: 'HALF_RESTORED',
    exitCode: ExitCode.conflict,
    hint: keepingMessages.restoreAgain({ path: typedPath(path) }),
  });
}

function halfReset({ path }: DataDirectory): CliError {
  return new CliError(keepingMessages.halfReset({ path }), {
    code: 'HALF_RESET',
    exitCode: ExitCode.conflict,
    hint: keepingMessages.resetAgain({ path: typedPath(path) }),
  });
}
