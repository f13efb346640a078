import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const directory = join(import.meta.dirname, 'stand-in-programs');

/**
 * The programs of stand-ins by their names: CommonJS, as an import of node:http would load all of it. Evaluated by a build, so that a
 * bundle has them.
 */
export const standInFiles: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(directory).map((name) => [name.replace(/\.[cm]js$/, ''), readFileSync(join(directory, name), 'utf8')]),
);
