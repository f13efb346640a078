const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Milliseconds of a duration such as `500ms`; undefined for what is none. A number alone means seconds. */
export function parseDuration(text: string | undefined): number | undefined {
  const [, amount, unit = 's'] = /^(\d{1,9}(?:\.\d{1,9})?)(ms|s|m|h)?$/.exec(text ?? '') ?? [];
  return amount === undefined ? undefined : Number(amount) * (UNITS[unit] ?? 1000);
}
