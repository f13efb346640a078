import { InvalidValue } from '../parameter.ts';

/** A field of a request: what is JSON for a number, true, false or null is that; all else is text. */
export interface ApiField {
  readonly key: string;
  readonly value: string | number | boolean | null;
}

/** Reads `key=value`. */
export function apiField(text: string): ApiField {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidValue({ en: 'write it as key=value', zh: '请写成 key=value' });
  return { key: text.slice(0, at), value: scalar(text.slice(at + 1)) };
}

function scalar(text: string): ApiField['value'] {
  if (text === 'true') return true;
  if (text === 'false') return false;
  if (text === 'null') return null;
  return /^-?(0|[1-9]\d{0,14})(\.\d{1,9})?$/.test(text) ? Number(text) : text;
}
