import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { BackupFile } from './manifest.ts';

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
