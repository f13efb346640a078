// Bundles the CLI into dist/kubemin.mjs and chunks it loads on demand (ADR 0021): starting from hundreds of source files costs more than the work itself.
// Then the web console into dist/console, which the bundle serves.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { bundle } from './bundle.ts';
import { isStale } from './stale-bundle.ts';

const COMPRESSED = /\.(?:js|css|svg)$/;
/** Smaller files gain nothing. */
const SMALLEST_BYTES = 1_024;

const root = join(import.meta.dirname, '..');

const directory = join(root, 'dist');

// npm start builds before each start: a bundle that is new enough keeps what was compiled of it.
if (!process.argv.includes('--if-stale') || isStale(root, join(directory, 'kubemin.mjs'))) {
  await buildConsole(join(directory, 'console'));
  // Last: the age of the bundle decides whether anything is built again.
  await bundle({ entry: join(root, 'apps', 'cli', 'src', 'main.ts'), directory });
}

/** Builds the web console into a directory, and writes each file compressed beside it: the server sends it as it is. */
async function buildConsole(directory: string): Promise<void> {
  await build({
    configFile: join(import.meta.dirname, '..', 'apps', 'console', 'vite.config.ts'),
    build: { outDir: directory },
    logLevel: 'error',
  });
  const assets = join(directory, 'assets');
  for (const name of await readdir(assets)) {
    if (COMPRESSED.test(name)) await compress(join(assets, name));
  }
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.byteLength < SMALLEST_BYTES) return;
  // Quality 9 of 11: a hundredth larger, a tenth of the time.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${file}.gz`, await promisify(gzip)(content));
}
