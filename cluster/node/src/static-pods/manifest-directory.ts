import { watch } from 'node:fs';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, toError, WakeSignal } from '@kubemin/base';
import type { ManifestFile } from './parse-manifest.ts';

/** What was found in a directory. */
export interface DirectoryContent {
  readonly files: readonly ManifestFile[];
  /** Files that could not be read: what they hold is not known, and what they held before stays. */
  readonly unreadable: readonly { readonly name: string; readonly message: string }[];
}

/** How often a directory is read without a sign of a change, as by other kubelets. */
const CHECK_MS = 20_000;
/** Editors write a file in several steps. */
const SETTLE_MS = 100;
const LARGEST_FILE = 1_048_576;

/** Reads the files of a directory, in the order of their names; hidden ones are not manifests. */
export async function readManifests(directory: string): Promise<DirectoryContent> {
  const files: ManifestFile[] = [];
  const unreadable: { readonly name: string; readonly message: string }[] = [];
  for (const name of (await readdir(directory)).sort()) {
    if (name.startsWith('.')) continue;
    const path = join(directory, name);
    try {
      const found = await stat(path);
      if (!found.isFile()) continue;
      if (found.size > LARGEST_FILE) unreadable.push({ name, message: `larger than ${LARGEST_FILE} bytes` });
      else files.push({ name, text: await readFile(path, 'utf8') });
    } catch (error) {
      // A file that was removed meanwhile is none.
      if (toError(error).message.startsWith('ENOENT')) continue;
      unreadable.push({ name, message: toError(error).message });
    }
  }
  return { files, unreadable };
}

/** Calls back with what a directory holds, first at once and then when something in it may have changed. */
export async function followManifests(
  directory: string,
  { clock, onContent }: { readonly clock: Clock; readonly onContent: (content: DirectoryContent) => Promise<void> },
  signal: AbortSignal,
): Promise<void> {
  await mkdir(directory, { recursive: true });
  const news = new WakeSignal();
  let cancel = (): void => undefined;
  const notice = (): void => {
    cancel();
    cancel = clock.after(SETTLE_MS, () => news.notify());
  };
  const watcher = openWatcher(directory, notice);
  try {
    while (!signal.aborted) {
      await onContent(await readManifests(directory));
      const cancelCheck = clock.after(CHECK_MS, () => news.notify());
      await news.wait(signal);
      cancelCheck();
    }
  } finally {
    cancel();
    watcher?.close();
  }
}

/** Undefined where the machine allows no more watches: the directory is read from time to time then. */
function openWatcher(directory: string, onChange: () => void): { close(): void } | undefined {
  try {
    const watcher = watch(directory, onChange);
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
