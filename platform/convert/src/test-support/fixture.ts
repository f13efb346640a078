import { readdirSync, readFileSync } from 'node:fs';
import { stringify } from 'yaml';
import type { Imported } from '../import/imported.ts';

const directory = new URL('../fixtures/', import.meta.url);

/** The names and texts of all fixtures of one format. */
export function fixtures(format: string): readonly (readonly [name: string, text: string])[] {
  const names = readdirSync(new URL(`${format}/`, directory)).toSorted();
  return names.map((name) => [name, fixture(`${format}/${name}`)] as const);
}

export function fixture(path: string): string {
  return readFileSync(new URL(path, directory), 'utf8');
}

/** What a converter returned as YAML, with its texts in English alone. */
export function printImported({ document, notCarried }: Imported): string {
  const list = notCarried.map(({ texts: _codes, ...shown }) => shown);
  return stringify({ document, notCarried: list }, { lineWidth: 0 });
}
