import { existsSync } from 'node:fs';
import { readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import type { Clock } from '@kubemin/base';
import {
  acquireDirectoryLock,
  type DataDirectory,
  isDataDirectory,
  ownedPaths,
  selectDataDirectory,
  startCommand,
} from '../connection/index.ts';
import { keepingMessages } from '../messages/index.ts';
import { removeMachineNode, stopPlatform } from '../platform/index.ts';
import { CliError, type CommandContext, confirm, ExitCode } from '../terminal/index.ts';

/** Stops the KubeMin of a data directory and deletes what it keeps there, and nothing else. */
export async function reset(context: CommandContext): Promise<ExitCode> {
  const { terminal, translate, interrupted } = context;
  const directory = selectDataDirectory(context);
  const { path } = directory;
  if (!(await hasContent(path))) {
    terminal.err(`${translate(keepingMessages.nothingToReset({ path }))}\n`);
    return ExitCode.ok;
  }
  if (!isDataDirectory(directory)) {
    throw new CliError(keepingMessages.notOurs({ path }), {
      code: 'NOT_A_DATA_DIRECTORY',
      exitCode: ExitCode.usage,
      hint: keepingMessages.nameDirectory,
    });
  }
  if (!(await confirm(context, { consequence: keepingMessages.willBeReset({ path }) }))) return ExitCode.interrupted;
  await stopPlatform(context, directory);
  if (interrupted.aborted) return ExitCode.interrupted;
  const left = await clear(directory, context.clock);
  if (left.length > 0) terminal.err(`${translate(keepingMessages.stays({ list: left.join(', ') }))}\n`);
  terminal.err(`${translate(keepingMessages.wasReset({ path, up: startCommand(context, directory) }))}\n`);
  return ExitCode.ok;
}

async function hasContent(path: string): Promise<boolean> {
  return existsSync(path) && (await readdir(path)).length > 0;
}

/** Removes the files of KubeMin, and the directory if that leaves it empty; returns the names of other files. */
async function clear(directory: DataDirectory, clock: Clock): Promise<readonly string[]> {
  const lock = acquireDirectoryLock(directory.lock);
  if (lock === undefined) {
    throw new CliError(keepingMessages.startedMeanwhile({ path: directory.path }), {
      code: 'ALREADY_RUNNING',
      exitCode: ExitCode.conflict,
      hint: keepingMessages.again,
    });
  }
  try {
    // A directory of which only a part is gone must not be taken for a whole one.
    await writeFile(directory.resetMark, '', { mode: 0o600 });
    await removeMachineNode(directory, clock);
    for (const path of ownedPaths(directory)) await rm(path, { recursive: true, force: true });
  } finally {
    lock.release();
  }
  const left = await readdir(directory.path);
  if (left.length === 0) await rmdir(directory.path);
  return left;
}
