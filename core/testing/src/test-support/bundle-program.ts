import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** It finds its WebAssembly by its own place on disk. */
const KAFKA = '@platformatic/kafka';

/**
 * Bundles a program of the tests into a directory, unless it is there already, and returns its path: to load hundreds of
 * sources takes 0.2 to 0.3 s of a core, to load a bundle a third of that.
 */
export function bundleProgram(program: string, directory: string): string {
  const outfile = join(directory, `${basename(program, '.ts')}.mjs`);
  if (existsSync(outfile)) return outfile;
  const kafka = fileURLToPath(import.meta.resolve(KAFKA));
  buildSync({
    entryPoints: [program],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    sourcemap: 'linked',
    minifyWhitespace: true,
    logLevel: 'warning',
    alias: { [KAFKA]: kafka },
    external: [kafka],
    // CommonJS packages inside an ES module bundle still call require for Node's own modules.
    banner: {
      js: "import { createRequire as bundleRequire } from 'node:module';const require = bundleRequire(import.meta.url);",
    },
  });
  return outfile;
}
