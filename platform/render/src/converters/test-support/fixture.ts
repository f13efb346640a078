import { readdirSync, readFileSync } from 'node:fs';

const directory = new URL('../fixtures/', import.meta.url);

/** The names and texts of all fixtures of one format. */
export function fixtures(format: string): readonly (readonly [name: string, text: string])[] {
  const names = readdirSync(new URL(`${format}/`, directory)).toSorted();
  return names.map((name) => [name, fixture(`${format}/${name}`)] as const);
}

export function fixture(path: string): string {
  return readFileSync(new URL(path, directory), 'utf8');
}
