import type { RawValue, Reading, SettingType } from '../setting-type.ts';

/** What is particular to a type of single values. */
export interface ScalarTypeOptions<T> {
  readonly name: string;
  /** @default 'value' */
  readonly form?: 'value' | 'switch';
  /** Undefined when the text, without blanks around it, is no such value. */
  parse(text: string): T | undefined;
  /** With its article, to end "is not …" and "give …". */
  readonly expected: string;
  readonly example: string;
  /** @default String */
  show?(value: T): string;
}

const MOST_SHOWN = 60;

/** Makes a type whose values are single texts. */
export function scalarType<T>(options: ScalarTypeOptions<T>): SettingType<T> {
  const { name, form = 'value', expected, example } = options;
  const fix = `give ${expected}, such as ${example}`;
  return {
    name,
    form,
    read: (raw: RawValue): Reading<T> => {
      if (typeof raw !== 'string') return { kind: 'wrong', message: 'a list stands where one value belongs', fix };
      const value = options.parse(raw.trim());
      if (value !== undefined) return { kind: 'value', value };
      return { kind: 'wrong', message: `"${shortened(raw)}" is not ${expected}`, fix };
    },
    show: (value) => options.show?.(value) ?? String(value),
  };
}

/** The beginning of a text that may be anything. */
export function shortened(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}
