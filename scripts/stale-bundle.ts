import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What ends up in the bundle, or makes it; as `bin/kubemin` looks at it. */
const SOURCES = ['core', 'platform', 'cluster', 'apps', 'examples', 'scripts/bundle.ts', 'package-lock.json'];

/** Whether a bundle is missing, or older than something it is made from. */
export function isStale(root: string, bundle: string): boolean {
  const made = statSync(bundle, { throwIfNoEntry: false })?.mtimeMs;
  return made === undefined || SOURCES.some((source) => hasNewer(join(root, source), made));
}

function hasNewer(path: string, than: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (!found.isDirectory()) return found.mtimeMs > than;
  return readdirSync(path).some((name) => name !== 'node_modules' && hasNewer(join(path, name), than));
}
