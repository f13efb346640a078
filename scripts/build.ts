// Bundles the CLI into dist/kubemin.mjs and chunks it loads on demand (ADR 0021): starting from hundreds of source files costs more than the work itself.
import { join } from 'node:path';
import { bundle } from './bundle.ts';

const root = join(import.meta.dirname, '..');

await bundle({ entry: join(root, 'apps', 'cli', 'src', 'main.ts'), directory: join(root, 'dist') });
