import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { keepingMessages } from '../../messages/index.ts';
import { ArchiveError } from './archive-error.ts';

/** A file of a backup, by its path in the data directory. */
export interface BackupFile {
  readonly name: string;
  readonly size: number;
  /** In hex. */
  readonly sha256: string;
}

/** The description of a backup; the first file in it. */
export interface Manifest {
  readonly format: number;
  /** Of the KubeMin that made it. */
  readonly version: string;
  /** As ISO 8601. */
  readonly createdAt: string;
  readonly files: readonly BackupFile[];
}

/** The name of the manifest in an archive. */
export const MANIFEST = 'manifest.json';

/** The format this program writes, and the newest it reads. */
export const BACKUP_FORMAT = 1;

/** Parses the text of a manifest. Throws a SyntaxError for what is not JSON, and an ArchiveError for what is not a manifest. */
export function readManifest(text: string): Manifest {
  const value: unknown = JSON.parse(text);
  if (!isManifest(value)) throw new ArchiveError(keepingMessages.badManifest);
  return value;
}

/** Whether a name stays inside of the directory it is unpacked in. */
export function isPlainName(name: string): boolean {
  return !isAbsolute(name) && name.split('/').every((part) => /^[\w.-]+$/.test(part) && !/^\.+$/.test(part));
}

function isManifest(value: unknown): value is Manifest {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'format' in value &&
    typeof value.format === 'number' &&
    'version' in value &&
    typeof value.version === 'string' &&
    'createdAt' in value &&
    typeof value.createdAt === 'string' &&
    'files' in value &&
    Array.isArray(value.files) &&
    value.files.every(isBackupFile)
  );
}

function isBackupFile(value: unknown): value is BackupFile {
  if (typeof value !== 'object' || value === null) return false;
  const { name, size, sha256 } = { name: undefined, size: undefined, sha256: undefined, ...value };
  return typeof name === 'string' && typeof size === 'number' && typeof sha256 === 'string';
}

/** The files of a folder as a manifest lists them. */
export async function describeFiles(from: string, names: readonly string[]): Promise<readonly BackupFile[]> {
  const described: BackupFile[] = [];
  for (const name of names) {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of createReadStream(join(from, name))) {
      hash.update(chunk);
      size += chunk.length;
    }
    described.push({ name, size, sha256: hash.digest('hex') });
  }
  return described;
}
