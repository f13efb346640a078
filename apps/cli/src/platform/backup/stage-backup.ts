import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { DataDirectory } from '../../connection/index.ts';
import { copyDatabase } from './sqlite-copy.ts';

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
