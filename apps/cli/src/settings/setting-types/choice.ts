import type { SettingType } from '../setting-type.ts';
import { scalarType } from './scalar-type.ts';

/** One of a few words. */
export function choice<const T extends string>(words: readonly [T, ...T[]]): SettingType<T> {
  return scalarType<T>({
    name: words.map((word) => `\`${word}\``).join(', '),
    expected: `one of ${words.join(', ')}`,
    example: words[0],
    parse: (text) => words.find((word) => word === text),
  });
}
