// Bundles the CLI into one file, dist/kubemin.mjs: starting from hundreds of source files costs more than the work itself.
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');

await build({
  entryPoints: [join(root, 'apps', 'cli', 'src', 'main.ts')],
  outdir: join(root, 'dist'),
  entryNames: 'kubemin',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  // Chunks keep what is imported on demand out of the way of commands that don't need it.
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  platform: 'node',
  target: 'node24',
  format: 'esm',
  sourcemap: true,
  legalComments: 'none',
  logLevel: 'warning',
  // CommonJS packages inside an ES module bundle still call require for Node's own modules.
  banner: {
    js: "import { createRequire as kubeminRequire } from 'node:module';const require = kubeminRequire(import.meta.url);",
  },
});
