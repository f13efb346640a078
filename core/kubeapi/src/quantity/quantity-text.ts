import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { divideAwayFromZero, Quantity, type QuantityFormat } from './quantity.ts';

/** Thrown for text that is not a quantity; the message quotes it. */
export class QuantityError extends TerminalError {
  constructor(text: string, why: string) {
    super(verbatim(`"${text}" is not a quantity: ${why}`), { code: 'INVALID_QUANTITY' });
  }
}

interface Scale {
  readonly base: 2n | 10n;
  readonly exponent: number;
  readonly format: QuantityFormat;
}

const DECIMAL_SUFFIXES = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'] as const;
const BINARY_SUFFIXES = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'] as const;
const SCALES: ReadonlyMap<string, Scale> = new Map([
  ...DECIMAL_SUFFIXES.map((suffix, index) => [suffix, decimal(3 * (index - 3))] as const),
  ...BINARY_SUFFIXES.slice(1).map((suffix, index) => [suffix, binary(10 * (index + 1))] as const),
]);

const NANO_DIGITS = 9;
const LARGEST_BINARY = (2n ** 63n - 1n) * 10n ** BigInt(NANO_DIGITS);
// Bounds the work a hostile exponent can cause, far beyond any amount that means something.
const LARGEST_EXPONENT = 308;
const LONGEST_TEXT = 128;

/** Reads `500m`, `1.5Gi`, `2e3` or a plain number, exactly; what is finer than a billionth is rounded away from zero. */
export function parseQuantity(text: string | number): Quantity {
  const trimmed = String(text).trim();
  if (trimmed.length > LONGEST_TEXT) {
    throw new QuantityError(`${trimmed.slice(0, LONGEST_TEXT)}…`, `it is longer than ${LONGEST_TEXT} characters`);
  }
  const [, sign, whole = '', fraction = '', suffix = ''] =
    /^([+-]?)(\d*)(?:\.(\d*))?([eEinumkKMGTP]*[-+]?\d*)$/.exec(trimmed) ?? [];
  if (sign === undefined)
    throw new QuantityError(trimmed, 'write a number with an optional suffix, such as 500m, 2 or 1.5Gi');
  if (whole === '' && fraction === '') throw new QuantityError(trimmed, 'it has no digits');
  const scale = SCALES.get(suffix) ?? exponentScale(suffix);
  if (scale === undefined) {
    throw new QuantityError(
      trimmed,
      `the suffix "${suffix}" is none of n u m k M G T P E Ki Mi Gi Ti Pi Ei or e<exponent>`,
    );
  }
  const magnitude = toNanos(BigInt(whole + fraction), fraction.length, scale);
  const nanos = scale.format === 'BinarySI' && magnitude > LARGEST_BINARY ? LARGEST_BINARY : magnitude;
  return new Quantity(sign === '-' ? -nanos : nanos, scale.format);
}

/** The canonical form: no fraction, the largest suffix that keeps the number whole (`0.5` is `500m`, `1024Mi` is `1Gi`). */
export function formatQuantity(quantity: Quantity): string {
  const { nanos } = quantity;
  if (nanos === 0n) return '0';
  const unit = 10n ** BigInt(NANO_DIGITS);
  const magnitude = nanos < 0n ? -nanos : nanos;
  const text =
    quantity.format === 'BinarySI' && magnitude >= 1024n * unit && magnitude % unit === 0n
      ? formatBinary(magnitude / unit)
      : formatDecimal(magnitude, quantity.format);
  return nanos < 0n ? `-${text}` : text;
}

/** What the API server stores for a quantity that a client wrote. */
export function canonicalQuantity(text: string | number): string {
  return formatQuantity(parseQuantity(text));
}

function toNanos(digits: bigint, fractionDigits: number, scale: Scale): bigint {
  const scaled = scale.base === 2n ? digits * 2n ** BigInt(scale.exponent) : digits;
  const power = NANO_DIGITS - fractionDigits + (scale.base === 10n ? scale.exponent : 0);
  return power >= 0 ? scaled * 10n ** BigInt(power) : divideAwayFromZero(scaled, 10n ** BigInt(-power));
}

function formatBinary(units: bigint): string {
  let number = units;
  let step = 0;
  while (number % 1024n === 0n && step < BINARY_SUFFIXES.length - 1) {
    number /= 1024n;
    step++;
  }
  return `${number}${BINARY_SUFFIXES[step]}`;
}

function formatDecimal(nanos: bigint, format: QuantityFormat): string {
  let number = nanos;
  let step = 0;
  while (number % 1000n === 0n) {
    number /= 1000n;
    step++;
  }
  const exponent = 3 * step - NANO_DIGITS;
  const suffix = format === 'DecimalExponent' ? undefined : DECIMAL_SUFFIXES[step];
  return `${number}${suffix ?? (exponent === 0 ? '' : `e${exponent}`)}`;
}

function exponentScale(suffix: string): Scale | undefined {
  const digits = /^[eE]([-+]?\d+)$/.exec(suffix)?.[1];
  if (digits === undefined || Math.abs(Number(digits)) > LARGEST_EXPONENT) return undefined;
  return { base: 10n, exponent: Number(digits), format: 'DecimalExponent' };
}

function decimal(exponent: number): Scale {
  return { base: 10n, exponent, format: 'DecimalSI' };
}

function binary(exponent: number): Scale {
  return { base: 2n, exponent, format: 'BinarySI' };
}
