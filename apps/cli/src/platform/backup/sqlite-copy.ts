import { backup, DatabaseSync } from 'node:sqlite';
import { verbatim } from '@kubemin/base/message';
import { keepingMessages } from '../../messages/index.ts';
import { CliError, ExitCode } from '../../terminal/index.ts';

/** All pages in one step: a copy in steps restarts after every write, and never ends under load. */
const ALL_PAGES = 2 ** 31 - 1;
const TIMEOUT_MS = 10_000;

/** Copies a database as it is at one moment, while others write to it. Throws a CliError when the copy is not sound. */
export async function copyDatabase(source: string, target: string, name: string): Promise<void> {
  const database = new DatabaseSync(source, { readOnly: true, timeout: TIMEOUT_MS });
  try {
    await backup(database, target, { rate: ALL_PAGES });
  } finally {
    database.close();
  }
  const why = findDatabaseProblem(target);
  if (why === undefined) return;
  throw new CliError(keepingMessages.copyDamaged({ name, why: verbatim(why) }), {
    code: 'BACKUP_DAMAGED',
    exitCode: ExitCode.failed,
    hint: keepingMessages.checkDisk,
  });
}

function findDatabaseProblem(path: string): string | undefined {
  const copy = new DatabaseSync(path);
  try {
    // One file: what the copy's own write-ahead log would hold has to be in it.
    copy.exec('pragma journal_mode = delete');
    const found = Object.values(copy.prepare('pragma quick_check(1)').get() ?? {}).map(String);
    return found.includes('ok') ? undefined : found.join(', ');
  } finally {
    copy.close();
  }
}
