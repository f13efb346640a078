import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandContext } from './command-context.ts';
import { type DataDirectory, dataDirectory } from './data-directory.ts';

/** The directory `up` works in: as told, else in the home directory. */
export function ownDataDirectory(context: CommandContext): DataDirectory {
  return dataDirectory(context.dataDir ?? context.env.KUBEMIN_HOME ?? join(context.homeDirectory, '.kubemin'));
}

/**
 * The directory of the KubeMin a command should talk to. When nobody says, one running in the current directory (as
 * `npm start` leaves it) comes before the one in the home directory.
 */
export function nearestDataDirectory(context: CommandContext): DataDirectory {
  const here = dataDirectory(join(context.cwd, '.kubemin'));
  if (context.dataDir === undefined && context.env.KUBEMIN_HOME === undefined && existsSync(here.endpoints))
    return here;
  return ownDataDirectory(context);
}
