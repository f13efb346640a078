import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { KubeminError } from '@kubemin/base';
import {
  acquireDirectoryLock,
  type DataDirectory,
  isDataDirectory,
  isHeld,
  selectDataDirectory,
} from '../connection/index.ts';
import { keepingMessages } from '../messages/index.ts';
import {
  BACKUP_FORMAT,
  type BackupFile,
  clusterObjects,
  describeFiles,
  type Manifest,
  requireCompleteDirectory,
  requireUndamaged,
  stageBackup,
  writeArchive,
} from '../platform/index.ts';
import { CliError, type CommandContext, ExitCode, failureReason, print, VERSION } from '../terminal/index.ts';

export interface BackupOptions {
  readonly file: string;
  /** Whether a file that is there is replaced. */
  readonly force: boolean;
}

/** Writes what a data directory keeps into one file, whether its KubeMin runs or not. */
export async function backup(context: CommandContext, options: BackupOptions): Promise<ExitCode> {
  const { terminal, translate, cwd, clock } = context;
  const directory = selectDataDirectory(context);
  const file = resolve(cwd, options.file);
  mayBegin(directory, file, options.force);
  const lock = acquireDirectoryLock(directory.backupLock);
  if (lock === undefined) throw backupRuns(directory);
  try {
    const { backupStaging: from } = directory;
    const files = await stage(directory);
    const createdAt = new Date(clock.now()).toISOString();
    const manifest: Manifest = { format: BACKUP_FORMAT, version: VERSION, createdAt, files };
    const { bytes } = await writeArchive({ from, manifest, file }).catch((cause) => {
      throw cannotWrite(file, cause);
    });
    terminal.err(
      `${translate(keepingMessages.backedUp({ path: directory.path, files: files.length }))}\n${translate(keepingMessages.keepSafe)}\n`,
    );
    if (!existsSync(directory.platformDatabase)) terminal.err(`${translate(keepingMessages.notIncluded)}\n`);
    if (!existsSync(directory.secretKeys)) terminal.err(`${translate(keepingMessages.keysNotIncluded)}\n`);
    if (await hasFiles(directory.volumes))
      terminal.err(`${translate(keepingMessages.volumesNotIncluded({ path: directory.volumes }))}\n`);
    await print(context, { data: { file, bytes, ...manifest }, table: `${file}\n`, names: [file] });
    return ExitCode.ok;
  } finally {
    await rm(directory.backupStaging, { recursive: true, force: true });
    lock.release();
  }
}

async function stage(directory: DataDirectory): Promise<readonly BackupFile[]> {
  try {
    return await describeFiles(directory.backupStaging, await stageBackup(directory));
  } catch (cause) {
    if (cause instanceof KubeminError) throw cause;
    throw new CliError(keepingMessages.cannotStage({ path: directory.path, why: failureReason(cause) }), {
      code: 'BACKUP_NOT_STAGED',
      exitCode: ExitCode.failed,
      hint: keepingMessages.roomToStage,
      cause,
    });
  }
}

function mayBegin(directory: DataDirectory, file: string, force: boolean): void {
  if (!isDataDirectory(directory)) {
    throw new CliError(keepingMessages.nothingKept({ path: directory.path }), {
      code: 'NOTHING_TO_BACK_UP',
      exitCode: ExitCode.notFound,
      hint: keepingMessages.nameDirectory,
    });
  }
  requireCompleteDirectory(directory);
  // A running KubeMin has looked at them when it started.
  if (!isHeld(directory.lock)) {
    for (const path of [directory.platformDatabase, clusterObjects(directory)]) requireUndamaged(directory, path);
  }
  if (!force && existsSync(file)) {
    throw new CliError(keepingMessages.fileTaken({ file }), {
      code: 'FILE_EXISTS',
      exitCode: ExitCode.conflict,
      hint: keepingMessages.otherFile,
    });
  }
}

function backupRuns({ path }: DataDirectory): CliError {
  return new CliError(keepingMessages.backupRuns({ path }), {
    code: 'BACKUP_RUNS',
    exitCode: ExitCode.conflict,
    hint: keepingMessages.waitForIt,
  });
}

function cannotWrite(file: string, cause: unknown): CliError {
  return new CliError(keepingMessages.cannotWrite({ file, why: failureReason(cause) }), {
    code: 'BACKUP_UNWRITABLE',
    exitCode: ExitCode.failed,
    hint: keepingMessages.chooseFile,
    cause,
  });
}

async function hasFiles(path: string): Promise<boolean> {
  return (await readdir(path).catch(() => [])).length > 0;
}
