import { DatabaseSync } from 'node:sqlite';

/** Held by the one server that works on a directory. */
export interface StorageLock {
  release(): void;
}

/**
 * Takes the lock at a path; throws SQLite's own error when another process holds it. It stands beside the database,
 * whose own locks would keep readers out as well: backups are made while the server works. The lock is the operating
 * system's and dies with its process.
 */
export function acquireStorageLock(path: string): StorageLock {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE;');
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    release: () => {
      database.exec('ROLLBACK');
      database.close();
    },
  };
}
