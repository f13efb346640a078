import { InvalidValue } from '../parameter.ts';

/** Reads `Name: value`. */
export function apiHeader(text: string): readonly [name: string, value: string] {
  const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new InvalidValue({ en: 'write it as Name: value', zh: '请写成 Name: value' });
  }
  return [name, value];
}
