import { ProgrammingError } from '@kubemin/base';

/** Reads a number as servers write it. One that a double would round is refused, not rounded. */
export function numberFromText(text: string): number {
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || Number.isSafeInteger(value)) return value;
  throw new ProgrammingError(`${text} is too large for a number: store such numbers as text`, 'SQL_NUMBER_TOO_LARGE');
}
