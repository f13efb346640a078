import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Logger, toError } from '@kubemin/base';
import { type CommandContext, configDirectory, replaceFile } from '../terminal/index.ts';
import { type DataDirectory, dataDirectory } from './data-directory.ts';
import { type Endpoints, isAlive, readEndpointsSync } from './endpoints-file.ts';

/**
 * The platforms that run on this machine for this user, one file per data directory in `running/` of the configuration
 * directory. A file names the data directory of a platform; whether it still runs is read from the endpoints in its data
 * directory (process id and birth), so that a killed one is never taken for a running one.
 */
export interface RunningPlatform {
  readonly directory: DataDirectory;
  readonly endpoints: Endpoints;
}

type Place = Pick<CommandContext, 'env' | 'homeDirectory'>;

/** Records that a platform runs, and returns what removes the record. A configuration directory that cannot be written is no reason not to run. */
export async function recordPlatform(
  context: Place,
  { path }: DataDirectory,
  logger: Logger,
): Promise<() => Promise<void>> {
  const { running } = configDirectory(context);
  try {
    await writeRecord(running, path);
    return () => rm(recordFile(running, path), { force: true });
  } catch (error) {
    const { message } = toError(error);
    logger.warn('other commands will not find this platform unless it is named', {
      directory: running,
      error: message,
    });
    return async () => undefined;
  }
}

/** Writes the record of a platform, and removes those of platforms that do not run any more. */
async function writeRecord(running: string, path: string): Promise<void> {
  await mkdir(running, { recursive: true, mode: 0o700 });
  for (const record of readRecords(running)) {
    if (record.directory !== path && aliveIn(record.directory) === undefined) await rm(record.file, { force: true });
  }
  await replaceFile(recordFile(running, path), `${JSON.stringify({ dataDir: path }, null, 2)}\n`, 0o600);
}

/** All platforms that run, the last started first. The one of the home directory is found without a record as well. */
export function runningPlatforms(context: Place): readonly RunningPlatform[] {
  const recorded = readRecords(configDirectory(context).running).map(({ directory }) => directory);
  const paths = new Set([...recorded, join(context.homeDirectory, '.kubemin')]);
  return [...paths]
    .flatMap((path) => aliveIn(path) ?? [])
    .toSorted((one, other) => startTime(other).localeCompare(startTime(one)));
}

function startTime({ endpoints }: RunningPlatform): string {
  return endpoints.startedAt ?? '';
}

function aliveIn(path: string): RunningPlatform | undefined {
  const directory = dataDirectory(path);
  const endpoints = readEndpointsSync(directory.endpoints);
  return endpoints !== undefined && isAlive(endpoints) ? { directory, endpoints } : undefined;
}

function recordFile(running: string, path: string): string {
  return join(running, `${createHash('sha256').update(path).digest('hex').slice(0, 16)}.json`);
}

function readRecords(running: string): readonly { readonly file: string; readonly directory: string }[] {
  let names: readonly string[];
  try {
    names = readdirSync(running).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const file = join(running, name);
    try {
      const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
      const isRecord = typeof value === 'object' && value !== null && 'dataDir' in value;
      return isRecord && typeof value.dataDir === 'string' ? [{ file, directory: value.dataDir }] : [];
    } catch {
      // Removed or half written meanwhile: the platform it is about is found again when it is written.
      return [];
    }
  });
}
