const UNITS: readonly (readonly [name: string, ms: number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
];

/** A short duration for people: 0.4s, 12s, 3m5s, 2h, 4d3h. */
export function formatDuration(ms: number): string {
  if (ms < 10_000) return `${(Math.max(0, ms) / 1000).toFixed(1)}s`;
  if (ms < 60_000) return `${Math.round(ms / 1000)}s`;
  let rest = ms;
  let out = '';
  let parts = 0;
  for (const [name, size] of [...UNITS, ['s', 1000] as const]) {
    const count = Math.floor(rest / size);
    if (count > 0 && parts < 2) {
      out += `${count}${name}`;
      parts += 1;
    } else if (parts > 0) break;
    rest -= count * size;
  }
  return out;
}
