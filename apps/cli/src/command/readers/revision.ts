import { InvalidValue, type Reader } from '../parameter.ts';

/** Reads the number of a revision. */
export const revisionNumber: Reader<number> = (text) => {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidValue({ en: 'a revision is a whole number from 1', zh: '修订版是从 1 开始的整数' });
};
