import type { SettingType } from '../setting-type.ts';
import { scalarType } from './scalar-type.ts';

/** What text is taken. */
export interface TextOptions {
  /** With its article: `a host name`. */
  readonly expected: string;
  readonly example: string;
  /** @default anything but nothing */
  readonly pattern?: RegExp;
}

/** A text that is not empty. */
export function text({ expected, example, pattern = /./ }: TextOptions): SettingType<string> {
  return scalarType({
    name: 'text',
    expected,
    example,
    parse: (value) => (pattern.test(value) ? value : undefined),
  });
}

/** Any text, also none: for what is read and not used. */
export function anyText(): SettingType<string> {
  return scalarType({ name: 'text', expected: 'a text', example: 'a word', parse: (value) => value });
}

/** A text that is never shown. */
export function secret(): SettingType<string> {
  return { ...anyText(), name: 'secret', show: (value) => (value === '' ? '' : '***') };
}
