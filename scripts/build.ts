// Bundles the CLI into dist/kubemin.mjs and chunks it loads on demand (ADR 0021): starting from hundreds of source files costs more than the work itself.
// Then the web console into dist/console, which the bundle serves.
import { join } from 'node:path';
import { buildConsole } from './build-console.ts';
import { bundle } from './bundle.ts';
import { isStale } from './stale-bundle.ts';

const root = join(import.meta.dirname, '..');

const directory = join(root, 'dist');

// npm start builds before each start: a bundle that is new enough keeps what was compiled of it.
if (!process.argv.includes('--if-stale') || isStale(root, join(directory, 'kubemin.mjs'))) {
  await buildConsole(join(directory, 'console'));
  // Last: the age of the bundle decides whether anything is built again.
  await bundle({ entry: join(root, 'apps', 'cli', 'src', 'main.ts'), directory });
}
