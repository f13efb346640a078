import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const directory = join(import.meta.dirname, 'stand-in-programs');

/** The programs of stand-ins by their names; evaluated by a build, so that a bundle has them. */
export const standInFiles: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(directory).map((name) => [name.replace(/\.mjs$/, ''), readFileSync(join(directory, name), 'utf8')]),
);
