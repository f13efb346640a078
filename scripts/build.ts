// Bundles the CLI into one file, dist/kubemin.mjs: starting from hundreds of source files costs more than the work itself.
import { join } from 'node:path';
import { bundle } from './bundle.ts';

const root = join(import.meta.dirname, '..');

await bundle({ entry: join(root, 'apps', 'cli', 'src', 'main.ts'), directory: join(root, 'dist') });
