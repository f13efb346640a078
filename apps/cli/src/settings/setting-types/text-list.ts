import type { RawValue, Reading, SettingType } from '../setting-type.ts';
import { shortened } from './scalar-type.ts';
import type { TextOptions } from './text.ts';

/** What lists are taken. */
export interface TextListOptions extends TextOptions {
  /** How many there have to be. @default 0 */
  readonly min?: number;
}

/** A list of texts: a YAML list, or one text with commas between. What is empty is left out. */
export function textList(options: TextListOptions): SettingType<readonly string[]> {
  const { expected, example, pattern = /./, min = 0 } = options;
  const fix = `give a list of values like ${example}, with commas between`;
  return {
    name: 'list',
    form: 'list',
    read: (raw: RawValue): Reading<readonly string[]> => {
      const items = (typeof raw === 'string' ? raw.split(',') : raw).map((item) => item.trim());
      const value = items.filter((item) => item !== '');
      if (value.length < min) return { kind: 'wrong', message: 'the list is empty', fix };
      const bad = value.find((item) => !pattern.test(item));
      if (bad === undefined) return { kind: 'value', value };
      return { kind: 'wrong', message: `"${shortened(bad)}" is not ${expected}`, fix };
    },
    show: (value) => value.join(','),
  };
}
