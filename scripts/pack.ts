// npm run pack [-- DIRECTORY]: the libraries as tarballs that any project can install; into dist/packages by default.
import { mkdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { packLibraries } from './tarballs.ts';

const directory = resolve(process.argv[2] ?? join(import.meta.dirname, '..', 'dist', 'packages'));
await mkdir(directory, { recursive: true });
const tarballs = await packLibraries(directory);
process.stdout.write(`${tarballs.map((file) => relative(process.cwd(), file)).join('\n')}\n`);
