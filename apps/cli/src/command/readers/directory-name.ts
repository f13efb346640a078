import { InvalidValue, type Reader } from '../parameter.ts';

/** Reads the path of a directory. Empty, as an unset variable of a script leaves it, would mean the current one. */
export const directoryName: Reader<string> = (text) => {
  if (text !== '') return text;
  throw new InvalidValue({ en: 'name a directory; . is the current one', zh: '请指定目录；. 表示当前目录' });
};
