import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const directory = join(import.meta.dirname, '..', '..', '..', '..', 'examples', 'demo');

/**
 * The programs of the demo: files by the parts that have them. A build evaluates this module and bundles what it exports,
 * so that a bundle can make the images of the demo.
 */
export const demoFiles: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  readdirSync(directory).map((part) => [
    part,
    Object.fromEntries(
      readdirSync(join(directory, part)).map((name) => [name, readFileSync(join(directory, part, name), 'utf8')]),
    ),
  ]),
);
