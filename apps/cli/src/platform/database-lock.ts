import type { Dispose } from '@kubemin/base';
import { acquireDirectoryLock, type DataDirectory } from '../connection/index.ts';
import { startMessages } from '../messages/index.ts';
import { CliError, ExitCode } from '../terminal/index.ts';
import type { PlatformDatabase } from './platform-database.ts';

/** Locks a database that only one process may use; the returned function releases it. */
export function lockDatabase(database: PlatformDatabase, directory: DataDirectory): Dispose {
  // The lock of the data directory covers its files.
  if (database.kind === 'shared' || database.lock === directory.lock) return () => undefined;
  const lock = acquireDirectoryLock(database.lock);
  if (lock !== undefined) return () => lock.release();
  throw new CliError(startMessages.databaseInUse({ url: database.url }), {
    code: 'DATABASE_IN_USE',
    exitCode: ExitCode.conflict,
    hint: startMessages.sqliteIsForOne,
  });
}
