/** How a quantity likes to be written: `1.5k`, `1.5Ki` or `15e2`. */
export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent';

const NANOS_PER_UNIT = 1_000_000_000n;
const NANOS_PER_MILLI = 1_000_000n;

/** An amount of a resource, exact: a whole number of billionths, the finest Kubernetes knows. */
export class Quantity {
  static readonly zero: Quantity = new Quantity(0n, 'DecimalSI');

  readonly nanos: bigint;
  readonly format: QuantityFormat;

  constructor(nanos: bigint, format: QuantityFormat) {
    this.nanos = nanos;
    this.format = format;
  }

  /** Keeps this quantity's format; zero has none of its own and takes the other's. */
  plus(other: Quantity): Quantity {
    return new Quantity(this.nanos + other.nanos, this.nanos === 0n ? other.format : this.format);
  }

  minus(other: Quantity): Quantity {
    return this.plus(new Quantity(-other.nanos, other.format));
  }

  /** Negative, zero or positive, as for sorting. The format does not count: 1Ki equals 1024. */
  compare(other: Quantity): -1 | 0 | 1 {
    if (this.nanos === other.nanos) return 0;
    return this.nanos < other.nanos ? -1 : 1;
  }

  /** Whole units (bytes, cores, pieces), fractions rounded away from zero. */
  units(): bigint {
    return divideAwayFromZero(this.nanos, NANOS_PER_UNIT);
  }

  /** Thousandths (millicores), fractions rounded away from zero. */
  millis(): bigint {
    return divideAwayFromZero(this.nanos, NANOS_PER_MILLI);
  }

  /** The nearest number: for ratios and display, not for bookkeeping. */
  toNumber(): number {
    return Number(this.nanos) / 1e9;
  }
}

/** Rounds up, so that no amount is rounded to nothing. */
export function divideAwayFromZero(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  if (dividend % divisor === 0n) return quotient;
  return dividend < 0n ? quotient - 1n : quotient + 1n;
}
