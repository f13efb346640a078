import type { SettingType } from '../setting-type.ts';
import { scalarType } from './scalar-type.ts';

/** Which numbers are taken. */
export interface WholeNumberOptions {
  readonly min: number;
  /** @default the largest that is exact */
  readonly max?: number;
}

/** A whole number in decimal digits. */
export function wholeNumber({ min, max = Number.MAX_SAFE_INTEGER }: WholeNumberOptions): SettingType<number> {
  const range = max === Number.MAX_SAFE_INTEGER ? (min < 0 ? '' : ` from ${min}`) : ` from ${min} to ${max}`;
  return scalarType({
    name: `whole number${range}`,
    expected: `a whole number${range}`,
    example: String(Math.max(min, 1)),
    parse: (text) => {
      const value = /^[+-]?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
      return Number.isSafeInteger(value) && value >= min && value <= max ? value : undefined;
    },
  });
}

/** A TCP port; 0 picks a free one. */
export function portNumber(): SettingType<number> {
  return wholeNumber({ min: 0, max: 65_535 });
}
