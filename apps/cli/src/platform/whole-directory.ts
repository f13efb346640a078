import { existsSync } from 'node:fs';
import type { DataDirectory } from '../connection/data-directory.ts';
import { CliError } from '../errors/cli-error.ts';
import { ExitCode } from '../errors/exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import { keepingWords } from '../language/words/keeping.ts';
import { typedPath } from '../terminal/typed-path.ts';

/** Throws a CliError when a restore or a reset of this directory was cut off: what it holds then is no state at all. */
export function mustBeWhole(directory: DataDirectory): void {
  if (existsSync(directory.restoreStaging)) throw halfRestored(directory);
  if (existsSync(directory.resetMark)) throw halfReset(directory);
}

/** Whether a restore or a reset was cut off, so that nothing in the directory is worth keeping. */
export function isUnfinished(directory: DataDirectory): boolean {
  return existsSync(directory.restoreStaging) || existsSync(directory.resetMark);
}

function halfRestored({ path }: DataDirectory): CliError {
  return new CliError(
    inBoth(keepingWords, (say) => say.halfRestored(path)),
    {
      code: 'HALF_RESTORED',
      exitCode: ExitCode.conflict,
      hint: inBoth(keepingWords, (say) => say.restoreAgain(typedPath(path))),
    },
  );
}

function halfReset({ path }: DataDirectory): CliError {
  return new CliError(
    inBoth(keepingWords, (say) => say.halfReset(path)),
    {
      code: 'HALF_RESET',
      exitCode: ExitCode.conflict,
      hint: inBoth(keepingWords, (say) => say.resetAgain(typedPath(path))),
    },
  );
}
