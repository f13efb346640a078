import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { errorMessage, type Message, systemMessages } from '@kubemin/base/message';
import {
  acquireDirectoryLock,
  type DataDirectory,
  keepsSomething,
  ownedPaths,
  prepareDataDirectory,
  selectDataDirectory,
  startCommand,
} from '../connection/index.ts';
import { keepingMessages } from '../messages/index.ts';
import { ArchiveError, ArchiveUnreadable, isUnfinished, type Manifest, unpackArchive } from '../platform/index.ts';
import { CliError, type CommandContext, ExitCode, failureReason } from '../terminal/index.ts';

export interface RestoreOptions {
  readonly file: string;
}

/** Unpacks a backup into a data directory that keeps nothing yet. */
export async function restore(context: CommandContext, options: RestoreOptions): Promise<ExitCode> {
  const directory = selectDataDirectory(context);
  const file = resolve(context.cwd, options.file);
  if (!existsSync(file)) throw unreadable(file, systemMessages.ENOENT);
  await prepareDataDirectory(directory);
  const lock = acquireDirectoryLock(directory.lock);
  if (lock === undefined) throw notEmpty(directory);
  try {
    // With the lock held, no other process can create files there meanwhile.
    // What is left where a restore or a reset was cut off is nothing: it was empty before, or meant to be.
    if (!isUnfinished(directory) && keepsSomething(directory)) throw notEmpty(directory);
    const { createdAt, version } = await unpack(directory, file);
    context.terminal.err(
      `${context.translate(keepingMessages.restored({ path: directory.path, when: createdAt, version }))}\n`,
    );
    context.terminal.err(`${context.translate(keepingMessages.startsIt({ up: startCommand(context, directory) }))}\n`);
    return ExitCode.ok;
  } finally {
    lock.release();
  }
}

async function unpack(directory: DataDirectory, file: string): Promise<Manifest> {
  const { restoreStaging: staging } = directory;
  try {
    await clear(directory);
    await mkdir(staging, { mode: 0o700 });
    const manifest = await unpackArchive(file, staging);
    for (const name of await readdir(staging)) await rename(join(staging, name), join(directory.path, name));
    await rm(staging, { recursive: true });
    return manifest;
  } catch (cause) {
    // Files that cannot be removed stay, marked as an unfinished restore; the first failure is reported.
    await Promise.allSettled([clear(directory)]);
    if (cause instanceof ArchiveError) throw notAnArchive(file, cause);
    if (cause instanceof ArchiveUnreadable) throw unreadable(file, failureReason(cause.cause), cause);
    throw cannotRestore(directory, cause);
  }
}

/** Everything but the lock, which is ours; the marks of what is unfinished go last. */
async function clear(directory: DataDirectory): Promise<void> {
  for (const path of ownedPaths(directory)) {
    if (!path.startsWith(directory.lock)) await rm(path, { recursive: true, force: true });
  }
}

function notEmpty({ path }: DataDirectory): CliError {
  return new CliError(keepingMessages.notEmpty({ path }), {
    code: 'DIRECTORY_NOT_EMPTY',
    exitCode: ExitCode.conflict,
    hint: keepingMessages.emptyFirst,
  });
}

function notAnArchive(file: string, cause: ArchiveError): CliError {
  return new CliError(keepingMessages.notAnArchive({ file, why: errorMessage(cause) }), {
    code: 'NOT_A_BACKUP',
    exitCode: ExitCode.invalid,
    hint: keepingMessages.takeAnother,
    cause,
  });
}

function cannotRestore({ path }: DataDirectory, cause: unknown): CliError {
  return new CliError(keepingMessages.cannotRestore({ path, why: failureReason(cause) }), {
    code: 'DATA_DIRECTORY_UNWRITABLE',
    exitCode: ExitCode.failed,
    hint: keepingMessages.roomToRestore,
    cause,
  });
}

function unreadable(file: string, why: Message, cause?: unknown): CliError {
  return new CliError(keepingMessages.unreadable({ file, why }), {
    code: 'BACKUP_UNREADABLE',
    exitCode: ExitCode.notFound,
    hint: keepingMessages.nameBackup,
    cause,
  });
}
