import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const directory = join(import.meta.dirname, 'browser');

/**
 * The files of the page by their names. A build evaluates this module and bundles what it exports, so that a bundle has no
 * files to lose.
 */
export const homeFiles: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'utf8')]),
);
