import type { TypeCastField, TypeCastNext } from 'mysql2';
import { numberFromText } from '../server/number-text.ts';

const NUMBERS: ReadonlySet<string> = new Set([
  'TINY',
  'SHORT',
  'INT24',
  'LONG',
  'LONGLONG',
  'FLOAT',
  'DOUBLE',
  'DECIMAL',
  'NEWDECIMAL',
]);

/** Numbers as numbers, bytes as bytes; everything else, dates and JSON too, as the text it is. */
export function mysqlValue(field: TypeCastField, next: TypeCastNext): unknown {
  if (NUMBERS.has(field.type)) {
    const text = field.string();
    return text === null ? null : numberFromText(text);
  }
  const value = next();
  return value instanceof Uint8Array ? new Uint8Array(value) : value;
}
