import { isIPv4 } from 'node:net';

/** Whole numbers from `first` to `last`: ports, or addresses of IPv4. */
export interface NumberRange {
  readonly first: number;
  readonly last: number;
}

/** The same numbers as few ranges in order, which neither overlap nor touch: sets of intervals take no others. */
export function mergeRanges(ranges: readonly NumberRange[]): readonly NumberRange[] {
  const merged: NumberRange[] = [];
  for (const range of ranges.toSorted((one, other) => one.first - other.first)) {
    const previous = merged.at(-1);
    if (previous === undefined || range.first > previous.last + 1) merged.push(range);
    else merged.splice(-1, 1, { first: previous.first, last: Math.max(previous.last, range.last) });
  }
  return merged;
}

/** What is left of a range without others. */
export function subtractRanges(range: NumberRange, others: readonly NumberRange[]): readonly NumberRange[] {
  const left: NumberRange[] = [];
  let { first } = range;
  for (const other of mergeRanges(others)) {
    if (other.first > range.last) break;
    if (other.first > first) left.push({ first, last: other.first - 1 });
    first = Math.max(first, other.last + 1);
  }
  return first > range.last ? left : [...left, { first, last: range.last }];
}

export function isInRanges(number: number, ranges: readonly NumberRange[]): boolean {
  return ranges.some(({ first, last }) => first <= number && number <= last);
}

/** The addresses of a CIDR of IPv4; undefined for others. */
export function parseAddressRange(cidr: string): NumberRange | undefined {
  const [, network = '', prefix = ''] = /^([\d.]+)\/(\d{1,2})$/.exec(cidr) ?? [];
  const length = Number(prefix);
  if (!isIPv4(network) || length > 32) return undefined;
  const size = 2 ** (32 - length);
  const first = Math.floor(addressNumber(network) / size) * size;
  return { first, last: first + size - 1 };
}

export function addressNumber(address: string): number {
  return address.split('.').reduce((number, octet) => number * 256 + Number(octet), 0);
}

export function formatAddress(number: number): string {
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.');
}

/** `10.0.0.1-10.0.0.9` */
export function formatAddressRange({ first, last }: NumberRange): string {
  return `${formatAddress(first)}-${formatAddress(last)}`;
}
