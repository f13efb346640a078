import { keepingMessages } from '../messages/index.ts';
import { CliError, type CommandContext, ExitCode } from '../terminal/index.ts';
import { type DataDirectory, isDataDirectory } from './data-directory.ts';
import { isHeld } from './directory-lock.ts';
import { localDataDirectory, namedDataDirectory, ownDataDirectory } from './find-platform.ts';

/**
 * The directory whose content a command backs up, replaces or deletes, running or not. If none is named and there are two,
 * the only one that runs is meant; otherwise a guess could cost the wrong one, and a CliError asks which.
 */
export function selectDataDirectory(context: CommandContext): DataDirectory {
  const here = localDataDirectory(context);
  const own = ownDataDirectory(context);
  if (namedDataDirectory(context) !== undefined || here.path === own.path || !isDataDirectory(here)) return own;
  if (!isDataDirectory(own)) return here;
  const hereRuns = isHeld(here.lock);
  if (hereRuns === isHeld(own.lock)) throw twoDirectories(here, own);
  return hereRuns ? here : own;
}

function twoDirectories(here: DataDirectory, own: DataDirectory): CliError {
  return new CliError(keepingMessages.twoDirectories({ here: here.path, own: own.path }), {
    code: 'TWO_DATA_DIRECTORIES',
    exitCode: ExitCode.usage,
    hint: keepingMessages.chooseDirectory({ here: here.path, own: own.path }),
  });
}
