import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** Bundles everything the benchmark starts, as the released program is bundled: sources load slower and run the same. */
export async function bundleChildren(outdir: string): Promise<void> {
  const scripts = readdirSync(import.meta.dirname).filter((name) => name.endsWith('-child.ts'));
  await build({
    entryPoints: scripts.map((name) => join(import.meta.dirname, name)),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    logLevel: 'warning',
    banner: {
      js: "import { createRequire as benchRequire } from 'node:module';const require = benchRequire(import.meta.url);",
    },
  });
}
