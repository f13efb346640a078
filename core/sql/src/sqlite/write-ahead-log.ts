import { closeSync, fdatasync, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';

const datasync = promisify(fdatasync);

/** The file that SQLite appends commits to. */
export interface WriteAheadLog {
  /** Resolves once every commit so far is on the disk; the disk is waited for outside this thread. */
  sync(): Promise<void>;
  /** Before the database is closed, which removes the file. */
  close(): void;
}

/** The log of a database in WAL mode that has been written to; undefined for one in memory. */
export function writeAheadLogOf(database: DatabaseSync): WriteAheadLog | undefined {
  const path = database.location();
  if (path === null) return undefined;
  const file = openSync(`${path}-wal`, 'r+');
  return { sync: () => datasync(file), close: () => closeSync(file) };
}
