import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CliError } from './cli-error.ts';
import type { CommandContext } from './command-context.ts';
import { type DataDirectory, dataDirectory, isDataDirectory } from './data-directory.ts';
import { isHeld } from './directory-lock.ts';
import { ExitCode } from './exit-code.ts';
import { inBoth } from './language/catalogue.ts';
import { keepingWords } from './language/words/keeping.ts';

/** The directory `up` works in: as told, else in the home directory. */
export function ownDataDirectory(context: CommandContext): DataDirectory {
  return dataDirectory(resolve(context.cwd, told(context) ?? join(context.homeDirectory, '.kubemin')));
}

/**
 * The directory of the KubeMin a command should talk to. When nobody says, one running in the current directory (as
 * `npm start` leaves it) comes before the one in the home directory.
 */
export function nearestDataDirectory(context: CommandContext): DataDirectory {
  const here = localDataDirectory(context);
  return told(context) === undefined && existsSync(here.endpoints) ? here : ownDataDirectory(context);
}

/**
 * The directory whose content a command keeps, replaces or deletes, running or not. When nobody says and there are two,
 * the only one that runs is meant; otherwise a guess could cost the wrong one, and a CliError asks which.
 */
export function keptDataDirectory(context: CommandContext): DataDirectory {
  const here = localDataDirectory(context);
  const own = ownDataDirectory(context);
  if (told(context) !== undefined || here.path === own.path || !isDataDirectory(here)) return own;
  if (!isDataDirectory(own)) return here;
  const hereRuns = isHeld(here.lock);
  if (hereRuns === isHeld(own.lock)) throw twoDirectories(here, own);
  return hereRuns ? here : own;
}

/** What was said about the place; a variable that is empty says nothing. */
function told({ dataDir, env }: CommandContext): string | undefined {
  return dataDir ?? (env.KUBEMIN_HOME || undefined);
}

function localDataDirectory({ cwd }: CommandContext): DataDirectory {
  return dataDirectory(join(cwd, '.kubemin'));
}

function twoDirectories(here: DataDirectory, own: DataDirectory): CliError {
  return new CliError(
    inBoth(keepingWords, (say) => say.twoDirectories(here.path, own.path)),
    {
      code: 'TWO_DATA_DIRECTORIES',
      exitCode: ExitCode.usage,
      hint: inBoth(keepingWords, (say) => say.sayWhich(here.path, own.path)),
    },
  );
}
