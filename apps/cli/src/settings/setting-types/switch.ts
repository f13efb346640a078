import type { SettingType } from '../setting-type.ts';
import { scalarType } from './scalar-type.ts';

const WORDS: Readonly<Record<string, boolean>> = {
  true: true,
  false: false,
  '1': true,
  '0': false,
  t: true,
  f: false,
};

/** True or false, in the spellings Go programs take; yes and no are left out, YAML readers disagree about them. */
export function onOff(): SettingType<boolean> {
  return scalarType({
    name: 'true or false',
    form: 'switch',
    expected: 'true or false',
    example: 'true',
    parse: (text) => WORDS[text.toLowerCase()],
  });
}
