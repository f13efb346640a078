import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import type { CommitWatch } from '@kubemin/base/sqlite-guard';

/** Brings what was written to an open file to the disk. */
export type DiskSync = (file: number) => Promise<void>;

const datasync: DiskSync = promisify(fdatasync);

/** The file that SQLite appends commits to. */
export interface WriteAheadLog {
  /** Call it right after a commit; resolves once every commit so far is on the disk, and recorded as such. */
  sync(): Promise<void>;
  /** Closes the database, too, which removes the file. */
  close(): void;
}

/** The log of a database in WAL mode. */
export function openWriteAheadLog(path: string, guard: CommitWatch, sync: DiskSync = datasync): WriteAheadLog {
  const file = openSync(`${path}-wal`, 'r+');
  return {
    sync: async () => {
      const position = guard.committed();
      await sync(file);
      guard.acknowledge(position);
    },
    close: () => {
      closeSync(file);
      guard.close();
    },
  };
}
