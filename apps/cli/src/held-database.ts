import type { Dispose } from '@kubemin/base';
import { CliError } from './cli-error.ts';
import type { DataDirectory } from './data-directory.ts';
import { acquireDirectoryLock } from './directory-lock.ts';
import { ExitCode } from './exit-code.ts';
import { inBoth } from './language/catalogue.ts';
import { startWords } from './language/words/start.ts';
import type { PlatformDatabase } from './platform-database.ts';

/** Makes sure that nobody else works on a database that is for one process; the answer gives it free again. */
export function holdDatabase(database: PlatformDatabase, directory: DataDirectory): Dispose {
  // Whoever holds the data directory holds what is in it.
  if (database.kind === 'shared' || database.lock === directory.lock) return () => undefined;
  const lock = acquireDirectoryLock(database.lock);
  if (lock !== undefined) return () => lock.release();
  throw new CliError(
    inBoth(startWords, (say) => say.databaseInUse(database.url)),
    {
      code: 'DATABASE_IN_USE',
      exitCode: ExitCode.conflict,
      hint: inBoth(startWords, (say) => say.sqliteIsForOne),
    },
  );
}
