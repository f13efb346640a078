import { readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Logger } from '@kubemin/base';
import { SqliteDamageError } from '@kubemin/base/sqlite-guard';
import type { DataDirectory } from '../connection/index.ts';
import { replaceFile } from '../terminal/index.ts';
import { logDataLoss } from './damaged-data.ts';

/** Where the objects of an embedded cluster are. */
export function clusterObjects(directory: DataDirectory): string {
  return join(directory.clusterStorage, 'objects.sqlite');
}

interface KeptOptions {
  /** Log the loss instead. */
  readonly acceptDataLoss: boolean;
  readonly logger: Logger;
}

/**
 * Throws a SqliteDamageError when a database that this directory has had before is gone or empty: what looks like a first
 * start would lose everything silently. A first start that was cut off has noted nothing yet.
 */
export function requireStoredFiles(
  directory: DataDirectory,
  path: string,
  { acceptDataLoss, logger }: KeptOptions,
): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size !== undefined && size > 0) return;
  if (!notedFiles(directory).includes(relative(directory.path, path)) && !isKnownByOthers(directory, path)) return;
  const kind = size === undefined ? 'missing' : 'emptied';
  const unknown = { lostCommits: 0, pages: [], totalPages: 0, detail: '', acknowledged: undefined };
  const damage = { ...unknown, file: path, kind } as const;
  if (!acceptDataLoss) throw new SqliteDamageError(damage);
  logDataLoss(logger)(damage);
}

/** Notes that a database belongs to the directory from now on. */
export async function recordStoredFiles(directory: DataDirectory, path: string): Promise<void> {
  const noted = notedFiles(directory);
  const name = relative(directory.path, path);
  if (!noted.includes(name)) await replaceFile(directory.kept, `${JSON.stringify([...noted, name])}\n`, 0o600);
}

/** Directories of earlier versions have no notes; their kubeconfig was written when the cluster had its objects. */
function isKnownByOthers(directory: DataDirectory, path: string): boolean {
  return path === clusterObjects(directory) && statSync(directory.kubeconfig, { throwIfNoEntry: false }) !== undefined;
}

function notedFiles({ kept }: DataDirectory): readonly string[] {
  try {
    const noted: unknown = JSON.parse(readFileSync(kept, 'utf8'));
    return Array.isArray(noted) ? noted.map(String) : [];
  } catch {
    // Not there yet, or not readable: nothing is known.
    return [];
  }
}
