import type { Dispose } from '@kubemin/base';
import type { DataDirectory } from '../connection/data-directory.ts';
import { acquireDirectoryLock } from '../connection/directory-lock.ts';
import { CliError } from '../errors/cli-error.ts';
import { ExitCode } from '../errors/exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import { startWords } from '../language/words/start.ts';
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
