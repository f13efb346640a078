import type { FormField } from '@kubemin/model';

/** A number if one was typed; the model reports anything else. */
export function typedNumber(text: string): number | string {
  const number = Number(text);
  return text.trim() === '' || Number.isNaN(number) ? text : number;
}

/** The words of a list: a JSON list, or separated by commas, or else by blanks. */
export function typedList(text: string): readonly string[] {
  const json = text.trim().startsWith('[') ? typedJson(text) : undefined;
  if (Array.isArray(json)) return json.map(String);
  return text
    .split(text.includes(',') ? ',' : /\s+/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** The value a JSON text stands for, or the text itself. */
export function typedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** `KEY=VALUE` in two; undefined without a key or an equals sign. */
export function typedPair(text: string): readonly [key: string, value: string] | undefined {
  const at = text.indexOf('=');
  return at < 1 ? undefined : [text.slice(0, at).trim(), text.slice(at + 1)];
}

/** A value as typed text; undefined for values that cannot be typed. */
export function asTyped(value: FormField['example']): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (typeof value === 'number') return String(value);
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value.join(', ') : undefined;
}
