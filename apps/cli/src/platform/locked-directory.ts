import { type Clock, jsonLine, jsonLogger, type Logger, type LogLevel, textLine } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import {
  acquireDirectoryLock,
  type DataDirectory,
  prepareDataDirectory,
  readEndpoints,
  removeEndpoints,
  sweepLeftovers,
} from '../connection/index.ts';
import { startMessages } from '../messages/index.ts';
import { CliError, ExitCode, type Terminal, type Translate } from '../terminal/index.ts';
import { requireCompleteDirectory } from './complete-directory.ts';
import { restoreDiskReserve, useDiskReserve } from './disk-reserve.ts';
import { type LogFile, openLogFile } from './log-file.ts';

/** A data directory in use until it is released, with its log open. */
export interface LockedDirectory {
  readonly logger: Logger;
  /** Whether this process owns it. Otherwise it contains the endpoints of another process. */
  readonly alone: boolean;
  release(): Promise<void>;
}

export interface LockOptions {
  readonly directory: DataDirectory;
  readonly clock: Clock;
  readonly terminal: Terminal;
  readonly translate: Translate;
  /** @default 'info' */
  readonly logLevel?: LogLevel;
  /** @default 'file' */
  readonly logTo?: 'file' | 'stderr';
  /** @default 'auto': text where the log goes to a terminal */
  readonly logFormat?: 'auto' | 'json' | 'text';
  /** Whether others may use it too, as instances do whose database is elsewhere. @default 'exclusive' */
  readonly use?: 'exclusive' | 'shared';
}

/** Commands that check whether the lock is held take it for an instant; they are waited for. */
const LOCK_PATIENCE_MS = 300;

export async function lockDirectory({
  directory,
  clock,
  terminal,
  translate,
  logLevel = 'info',
  logTo = 'file',
  logFormat = 'auto',
  use = 'exclusive',
}: LockOptions): Promise<LockedDirectory> {
  // Databases, logs and whatever else is made there: for the owner's eyes only, like the directory itself.
  process.umask(0o077);
  await prepareDataDirectory(directory);
  const lock = acquireDirectoryLock(directory.lock, LOCK_PATIENCE_MS);
  if (lock === undefined && use === 'exclusive') throw await alreadyRunning(directory);
  try {
    // Not before the lock is ours: a restore may have begun, and have been killed, while it was waited for.
    requireCompleteDirectory(directory);
    // Whatever an earlier process wrote there is about a process that is gone.
    if (lock !== undefined) {
      await removeEndpoints(directory.endpoints);
      await sweepLeftovers(directory, clock.now());
    }
    const diskProblem = lock === undefined ? undefined : useDiskReserve(directory);
    const complain = (message: Message): void => terminal.err(`${translate(message)}\n`);
    const log = logTo === 'file' ? await openLogFile(directory.log, complain, clock) : stderrLog(terminal);
    const forPeople = logFormat === 'auto' ? logTo === 'stderr' && terminal.interactive : logFormat === 'text';
    const format = forPeople ? textLine : jsonLine;
    const logger = jsonLogger({ clock, write: (line) => log.write(line), level: logLevel, format });
    if (diskProblem !== undefined) logger.error('The disk is full; room that was kept back is used.', { diskProblem });
    const endReserve = lock === undefined ? () => undefined : restoreDiskReserve(directory, clock);
    return {
      logger,
      alone: lock !== undefined,
      release: async () => {
        endReserve();
        if (lock !== undefined) await removeEndpoints(directory.endpoints);
        await log.close();
        lock?.release();
      },
    };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

function stderrLog(terminal: Terminal): LogFile {
  return { write: (line) => terminal.err(line), close: async () => undefined };
}

async function alreadyRunning(directory: DataDirectory): Promise<CliError> {
  const endpoints = await readEndpoints(directory.endpoints);
  const who = endpoints === undefined ? '' : ` (${endpoints.pid}, ${endpoints.platform})`;
  return new CliError(startMessages.alreadyRuns({ path: directory.path, who }), {
    code: 'ALREADY_RUNNING',
    exitCode: ExitCode.conflict,
    hint: startMessages.useOrStop,
  });
}
