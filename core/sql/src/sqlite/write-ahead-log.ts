import { closeSync, fdatasync, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';

/** Brings what was written to an open file to the disk. */
export type DiskSync = (file: number) => Promise<void>;

const datasync: DiskSync = promisify(fdatasync);

/** The file that SQLite appends commits to. */
export interface WriteAheadLog {
  /** Resolves once every commit so far is on the disk. */
  sync(): Promise<void>;
  /** Before the database is closed, which removes the file. */
  close(): void;
}

/** The log of a database in WAL mode that has been written to; undefined for one in memory. */
export function writeAheadLogOf(database: DatabaseSync, sync: DiskSync = datasync): WriteAheadLog | undefined {
  const path = database.location();
  if (path === null) return undefined;
  const file = openSync(`${path}-wal`, 'r+');
  return { sync: () => sync(file), close: () => closeSync(file) };
}
