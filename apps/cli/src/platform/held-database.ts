import type { Dispose } from '@kubemin/base';
import type { DataDirectory } from '../connection/data-directory.ts';
import { acquireDirectoryLock } from '../connection/directory-lock.ts';
import { CliError, ExitCode } from '../errors/cli-error.ts';
import { startMessages } from '../messages/start.ts';
import type { PlatformDatabase } from './platform-database.ts';

/** Makes sure that nobody else works on a database that is for one process; the answer gives it free again. */
export function holdDatabase(database: PlatformDatabase, directory: DataDirectory): Dispose {
  // Whoever holds the data directory holds what is in it.
  if (database.kind === 'shared' || database.lock === directory.lock) return () => undefined;
  const lock = acquireDirectoryLock(database.lock);
  if (lock !== undefined) return () => lock.release();
  throw new CliError(startMessages.databaseInUse({ url: database.url }), {
    code: 'DATABASE_IN_USE',
    exitCode: ExitCode.conflict,
    hint: startMessages.sqliteIsForOne,
  });
}
