import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '@kubemin/base';

/** Held by one user of a store at a time, among all processes of the machine. */
export interface StoreLock {
  release(): void;
}

const SQLITE_BUSY = 5;
const FIRST_WAIT_MS = 2;
const LONGEST_WAIT_MS = 50;

/**
 * Takes the lock of a file, which is made where it is missing; undefined while it is held. The lock is the operating
 * system's, through SQLite: it ends with its process, also by kill -9.
 */
export function tryLock(path: string): StoreLock | undefined {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    // Nothing is ever stored; a journal in memory lets the lock be taken on a full disk.
    database.exec('pragma locking_mode = exclusive; pragma journal_mode = memory; begin exclusive;');
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
  return {
    release: () => {
      database.exec('rollback');
      database.close();
    },
  };
}

/** As tryLock, and waits while it is held. */
export async function waitForLock(path: string, clock: Clock): Promise<StoreLock> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    const lock = tryLock(path);
    if (lock !== undefined) return lock;
    await clock.sleep(waitMs);
  }
}
