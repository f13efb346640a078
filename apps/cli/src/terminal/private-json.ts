import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeDirectory } from '@kubemin/base/machine';
import type { Message } from '@kubemin/base/message';
import { failureReason } from './errors/cli-error.ts';
import { replaceFile } from './replace-file.ts';
import { unwritableFile } from './unwritable-file.ts';

/** What a file holds: a value, nothing, or something that cannot be made sense of. */
export type Found =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'absent' }
  | { readonly kind: 'damaged'; readonly why: Message };

/** Reads a JSON file that may not be there. */
export async function readPrivateJson(path: string): Promise<Found> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return missing ? { kind: 'absent' } : { kind: 'damaged', why: failureReason(error) };
  }
  try {
    return { kind: 'value', value: JSON.parse(text) };
  } catch (error) {
    return { kind: 'damaged', why: failureReason(error) };
  }
}

/** Writes a JSON file that only its owner may read. */
export async function writePrivateJson(path: string, value: unknown): Promise<void> {
  try {
    await makeDirectory(dirname(path), 0o700);
    await replaceFile(path, `${JSON.stringify(value, null, 2)}\n`, 0o600);
  } catch (cause) {
    throw unwritableFile(path, cause);
  }
}
