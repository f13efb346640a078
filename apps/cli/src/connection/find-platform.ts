import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { keepingMessages } from '../messages/index.ts';
import { CliError, type CommandContext, ExitCode } from '../terminal/index.ts';
import { type DataDirectory, dataDirectory, isDataDirectory } from './data-directory.ts';
import { isHeld } from './directory-lock.ts';
import { isAlive, readEndpointsSync } from './endpoints-file.ts';
import { type RunningPlatform, runningPlatforms } from './running-platforms.ts';

type Place = Pick<CommandContext, 'cwd' | 'dataDir' | 'env' | 'homeDirectory'>;

/** The data directory that was named: `--data-dir`, else KUBEMIN_HOME; a variable that is empty names none. */
function namedDataDirectory({ cwd, dataDir, env }: Place): DataDirectory | undefined {
  const named = dataDir ?? (env.KUBEMIN_HOME || undefined);
  return named === undefined ? undefined : dataDirectory(resolve(cwd, named));
}

/** `.kubemin` in the current directory, where `npm start` keeps its data. */
export function localDataDirectory({ cwd }: Place): DataDirectory {
  return dataDirectory(join(cwd, '.kubemin'));
}

/** The directory that `server` and others work in: the one that was named, else the one in the home directory. */
export function ownDataDirectory(context: Place): DataDirectory {
  return namedDataDirectory(context) ?? dataDirectory(join(context.homeDirectory, '.kubemin'));
}

/** The directory that `up` works in: the one that was named, else `./.kubemin` where KubeMin keeps data there, else the one in the home directory. */
export function upDataDirectory(context: Place): DataDirectory {
  const here = localDataDirectory(context);
  const isHere = namedDataDirectory(context) === undefined && isDataDirectory(here) && isPrivate(here);
  return isHere ? here : ownDataDirectory(context);
}

const OTHERS_MAY_USE = 0o077;

/** Whether a directory is for this user alone, as KubeMin makes it; one that came with a repository is not. */
function isPrivate({ path }: DataDirectory): boolean {
  const { mode, uid } = statSync(path);
  return (mode & OTHERS_MAY_USE) === 0 && (process.getuid === undefined || uid === process.getuid());
}

/** The directory of the platform a command talks to, and what else runs on this machine. */
export interface FoundPlatform {
  readonly directory: DataDirectory;
  /** Whether the user named it. */
  readonly named: boolean;
  /** The platforms that run, the last started first; empty where the directory was named. */
  readonly running: readonly RunningPlatform[];
}

/**
 * The directory of the platform a command talks to: the one that was named, else `./.kubemin` if a platform runs there,
 * else that of the platform that was started last, else the one where `up` would start it.
 */
export function findPlatform(context: Place): FoundPlatform {
  const named = namedDataDirectory(context);
  if (named !== undefined) return { directory: named, named: true, running: [] };
  const here = localDataDirectory(context);
  const recorded = runningPlatforms(context);
  const isHere = ({ directory }: RunningPlatform): boolean => directory.path === here.path;
  const local = recorded.find(isHere) ?? unrecorded(here);
  const running = [...(local === undefined ? [] : [local]), ...recorded.filter((each) => !isHere(each))];
  return { directory: running[0]?.directory ?? upDataDirectory(context), named: false, running };
}

/**
 * A platform that runs without a record, as of an earlier version. The birth of its process proves that it was written on
 * this machine: files that came with a repository could name any process and any address.
 */
function unrecorded(directory: DataDirectory): RunningPlatform | undefined {
  const endpoints = readEndpointsSync(directory.endpoints);
  if (endpoints?.birth === undefined || !isAlive(endpoints)) return undefined;
  return { directory, endpoints };
}

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
