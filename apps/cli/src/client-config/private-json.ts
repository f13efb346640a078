import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { toError } from '@kubemin/base';

/** What a file holds: a value, nothing, or something that cannot be made sense of. */
export type Found =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'absent' }
  | { readonly kind: 'damaged'; readonly why: string };

/** Reads a JSON file that may not be there. */
export async function readPrivateJson(path: string): Promise<Found> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return missing ? { kind: 'absent' } : { kind: 'damaged', why: toError(error).message };
  }
  try {
    return { kind: 'value', value: JSON.parse(text) };
  } catch (error) {
    return { kind: 'damaged', why: toError(error).message };
  }
}

/** Writes a JSON file that only its owner may read. */
export async function writePrivateJson(path: string, value: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // Written aside and renamed: a reader never sees half a file, and a file that others could read is replaced.
  const aside = `${path}.new`;
  await writeFile(aside, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(aside, path);
}
