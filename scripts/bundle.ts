import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const root = join(import.meta.dirname, '..');

/** What to bundle, and where to. */
export interface BundleOptions {
  readonly entry: string;
  readonly directory: string;
}

/** Modules that read files beside them are evaluated now: the bundle gets what they export, as data. */
const embedded: Plugin = {
  name: 'embedded',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.embedded\.ts$/ }, async ({ path }) => {
      const exported: Readonly<Record<string, unknown>> = await import(pathToFileURL(path).href);
      const lines = Object.entries(exported).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
      return { contents: lines.join('\n'), loader: 'js' };
    });
  },
};

/**
 * Importing Node's http loads all that its module could ever give, a whole second HTTP client among it (40 ms, 13 MiB). Taken
 * this way, only what is used is.
 */
const plainHttp: Plugin = {
  name: 'plain-http',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^(node:)?http$/ }, () => ({ path: 'node:http', namespace: 'plain-http' }));
    onLoad({ filter: /./, namespace: 'plain-http' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}');`,
    }));
  },
};

/**
 * Bundles a program into `<directory>/kubemin.mjs`; what is imported on demand goes into chunks beside it. Chunks of
 * earlier builds go, and what was compiled of them: their names carry a hash, so nothing would ever overwrite them.
 */
export async function bundle({ entry, directory }: BundleOptions): Promise<void> {
  for (const made of ['chunks', 'compiled']) await rm(join(directory, made), { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outdir: directory,
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
    // Names stay as they are: errors are known by the names of their classes.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [embedded, plainHttp],
    // It finds its WebAssembly by its own place on disk.
    external: ['@platformatic/kafka'],
    // CommonJS packages inside an ES module bundle still call require for Node's own modules.
    banner: {
      js: "import { createRequire as kubeminRequire } from 'node:module';const require = kubeminRequire(import.meta.url);",
    },
  });
}
