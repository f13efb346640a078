const UNIT_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};

/** Reads a duration as Go writes it (`1h30m`, `60m`, `200ms`) into milliseconds; undefined when it is none. */
export function parseGoDuration(text: string): number | undefined {
  if (text === '0') return 0;
  if (!/^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(text)) return undefined;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)) {
    total += Number(amount) * (UNIT_MS[unit ?? ''] ?? 0);
  }
  return total;
}

const SHOWN_UNITS: readonly (readonly [unit: string, ms: number])[] = [
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
];

/** Writes milliseconds so that `parseGoDuration` reads the same again: `1h30m`, `200ms`; fractions of one are dropped. */
export function formatGoDuration(ms: number): string {
  let rest = Math.floor(ms);
  let out = '';
  for (const [unit, size] of SHOWN_UNITS) {
    const count = Math.floor(rest / size);
    if (count > 0) out += `${count}${unit}`;
    rest -= count * size;
  }
  return out || '0s';
}
