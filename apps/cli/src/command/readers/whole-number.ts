import { InvalidValue, type Reader } from '../parameter.ts';

/** Reads a whole number between two others. */
export function wholeNumber(least: number, most: number): Reader<number> {
  return (text) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidValue({
      en: `give a whole number from ${least} to ${most}`,
      zh: `请写 ${least} 到 ${most} 之间的整数`,
    });
  };
}
