import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { defaultOnDemand } from './default-on-demand.ts';
import { directImports } from './direct-imports.ts';

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

/** What fastify would load to validate and serialize by its own schemas; our routes use those of the contract instead. */
const unused: Plugin = {
  name: 'unused',
  setup: ({ onResolve, onLoad }) => {
    const filter = /^@fastify\/(ajv-compiler|fast-json-stringify-compiler)$/;
    onResolve({ filter }, ({ path }) => ({ path, namespace: 'unused' }));
    onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: '' }));
  },
};

const EAGER = ['http', 'process', 'util', 'fs'];

/**
 * Importing one of these modules of Node loads all that it could ever give: with http comes a second HTTP client (40 ms,
 * 13 MiB), the others cost 5 ms each. With this plugin, names that load further modules when they are read are not imported; the
 * build fails for code that imports one of them.
 */
const plainBuiltins: Plugin = {
  name: 'plain-builtins',
  setup: ({ onResolve, onLoad }) => {
    const names = plainNames();
    onResolve({ filter: new RegExp(`^(node:)?(${EAGER.join('|')})$`) }, ({ path, kind }) =>
      // `require` reads single names, not the whole module.
      kind === 'require-call' ? undefined : { path: path.replace(/^node:/, ''), namespace: 'builtin' },
    );
    onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
      contents:
        `const module = process.getBuiltinModule('node:${path}'); export default module;` +
        `export const { ${names[path]?.join(', ')} } = module;`,
    }));
  },
};

/** The names of each module that load nothing when they are read. A new process lists them: in this one they are loaded already. */
function plainNames(): Readonly<Record<string, readonly string[]>> {
  const look = `JSON.stringify(Object.fromEntries(${JSON.stringify(EAGER)}.map((name) => [name,
    Object.entries(Object.getOwnPropertyDescriptors(require(name)))
      .flatMap(([key, { get }]) => (get === undefined && /^[a-zA-Z_]\\w*$/.test(key) && key !== 'default' ? key : [])),
  ])))`;
  return JSON.parse(execFileSync(process.execPath, ['-p', look], { encoding: 'utf8' }));
}

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
    plugins: [embedded, directImports, plainBuiltins, defaultOnDemand, unused],
    // It finds its WebAssembly by its own place on disk.
    external: ['@platformatic/kafka'],
    // CommonJS packages inside an ES module bundle still call require for Node's own modules.
    banner: {
      js: "import { createRequire as kubeminRequire } from 'node:module';const require = kubeminRequire(import.meta.url);",
    },
  });
}
