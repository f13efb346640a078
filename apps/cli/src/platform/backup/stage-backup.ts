import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { verbatim } from '@kubemin/base/message';
import type { DataDirectory } from '../../connection/index.ts';
import { keepingMessages } from '../../messages/index.ts';
import { CliError, ExitCode } from '../../terminal/index.ts';

/** What is kept of one place of a data directory: a database, a file, or a folder of files and databases. */
interface Part {
  readonly path: string;
  readonly copy: (source: string, target: string, name: string) => Promise<void>;
}

/**
 * Copies the files of a backup into the staging folder, and returns their names. The platform's database
 * comes first and the cluster's after it: a cluster that is ahead is brought in line by the next run, a platform that is
 * ahead would believe in objects that are gone. Keys come after the database that they open.
 */
export async function stageBackup(directory: DataDirectory): Promise<readonly string[]> {
  const { backupStaging: staging } = directory;
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { mode: 0o700 });
  const staged: string[] = [];
  for (const { path, copy } of await listParts(directory)) {
    if (!existsSync(path)) continue;
    const name = relative(directory.path, path);
    const target = join(staging, name);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await copy(path, target, name);
    staged.push(name);
  }
  return staged;
}

async function listParts(directory: DataDirectory): Promise<readonly Part[]> {
  const files = async (folder: string): Promise<readonly string[]> =>
    existsSync(folder) ? (await readdir(folder)).map((name) => join(folder, name)) : [];
  const cluster = (await files(directory.clusterStorage)).filter((path) => path.endsWith('.sqlite'));
  const plain = [
    directory.secretKeys,
    directory.adminToken,
    directory.kubeconfig,
    directory.demoMark,
    directory.nodeRuntime,
    ...(await files(directory.certificates)),
  ];
  return [
    { path: directory.platformDatabase, copy: copyDatabase },
    ...cluster.map((path): Part => ({ path, copy: copyDatabase })),
    ...plain.map((path): Part => ({ path, copy: (source, target) => copyFile(source, target) })),
  ];
}

/** All pages in one step: a copy in steps restarts after every write, and never ends under load. */
const ALL_PAGES = 2 ** 31 - 1;
const TIMEOUT_MS = 10_000;

/** Copies a database as it is at one moment, while others write to it. Throws a CliError when the copy is not sound. */
async function copyDatabase(source: string, target: string, name: string): Promise<void> {
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
