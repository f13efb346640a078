import { InvalidValue, type Reader } from '../parameter.ts';

/** Reads a regular expression. */
export const regularExpression: Reader<RegExp> = (text) => {
  try {
    return new RegExp(text);
  } catch {
    throw new InvalidValue({ en: 'give a regular expression, as error|warn', zh: '请写正则表达式，如 error|warn' });
  }
};
