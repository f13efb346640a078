import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { bundle } from '../bundle.ts';
import { isStale } from '../stale-bundle.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/**
 * Writes the bundled command into a directory and returns its path. `npm test` has built it from the same sources, which
 * takes seconds; it is built again where that bundle is missing or too old.
 */
export async function writeCommandBundle(directory: string): Promise<string> {
  const built = join(ROOT, 'dist');
  if (isStale(ROOT, join(built, 'kubemin.mjs'))) {
    await bundle({ entry: join(ROOT, 'apps', 'cli', 'src', 'main.ts'), directory });
  } else {
    await cp(built, directory, { recursive: true });
  }
  return join(directory, 'kubemin.mjs');
}
