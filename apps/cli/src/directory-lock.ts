import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Held by the one process that works on a data directory. */
export interface DirectoryLock {
  release(): void;
}

/**
 * Takes the lock, or answers undefined when another process holds it. The lock is the operating system's, through
 * SQLite: it dies with its process, also by kill -9, and cannot be confused by a reused process id. Waiting for it blocks the process, so patience is for starts only.
 */
export function acquireDirectoryLock(path: string, patienceMs = 0): DirectoryLock | undefined {
  const database = new DatabaseSync(path, { timeout: patienceMs });
  try {
    database.exec('pragma locking_mode = exclusive; pragma journal_mode = delete; begin exclusive;');
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return {
    release: () => {
      database.exec('rollback');
      database.close();
    },
  };
}

/** Whether a process holds the lock. */
export function isHeld(path: string): boolean {
  if (!existsSync(path)) return false;
  const lock = acquireDirectoryLock(path);
  lock?.release();
  return lock === undefined;
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
