import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';

const COMPRESSED = /\.(?:js|css|svg)$/;
/** Smaller files gain nothing. */
const SMALLEST_BYTES = 1_024;

/** Builds the web console into a directory, and writes each file compressed beside it: the server sends it as it is. */
export async function buildConsole(directory: string): Promise<void> {
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
