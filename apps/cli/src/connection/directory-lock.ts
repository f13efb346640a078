import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Held by the one process that works on a data directory. */
export interface DirectoryLock {
  release(): void;
}

/**
 * Takes the lock, or returns undefined if another process holds it. The lock is the operating system's, through
 * SQLite: it dies with its process, also by kill -9, and cannot be confused by a reused process id. Waiting for it
 * blocks the process, so patience is for starts only.
 */
export function acquireDirectoryLock(path: string, patienceMs = 0): DirectoryLock | undefined {
  for (;;) {
    const inode = inodeAt(path) ?? create(path);
    const taken = take(path, patienceMs);
    // A reset deleted the file while we waited for it: a lock on a deleted file excludes no other process.
    if (inode === inodeAt(path)) {
      if (taken.kind === 'failed') throw taken.error;
      return taken.kind === 'held' ? taken.lock : undefined;
    }
    if (taken.kind === 'held') taken.lock.release();
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  }
}

type Taken =
  | { readonly kind: 'held'; readonly lock: DirectoryLock }
  | { readonly kind: 'busy' }
  | { readonly kind: 'failed'; readonly error: unknown };

function take(path: string, patienceMs: number): Taken {
  const database = new DatabaseSync(path, { timeout: patienceMs });
  try {
    // Nothing is ever stored; a journal in memory lets the lock be taken on a full disk.
    database.exec('pragma locking_mode = exclusive; pragma journal_mode = memory; begin exclusive;');
  } catch (error) {
    database.close();
    return isBusy(error) ? { kind: 'busy' } : { kind: 'failed', error };
  }
  const release = (): void => {
    database.exec('rollback');
    database.close();
  };
  return { kind: 'held', lock: { release } };
}

function inodeAt(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
}

/** Only ever a new file: to close one that this process has locked would give its lock away. */
function create(path: string): bigint | undefined {
  try {
    closeSync(openSync(path, 'ax', 0o600));
  } catch {
    // Another process created it first; SQLite reports any other error again.
    return inodeAt(path);
  }
  return inodeAt(path);
}

/** Whether a process holds the lock, and still does after so much patience. */
export function isHeld(path: string, patienceMs = 0): boolean {
  if (!existsSync(path)) return false;
  const lock = acquireDirectoryLock(path, patienceMs);
  lock?.release();
  return lock === undefined;
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
