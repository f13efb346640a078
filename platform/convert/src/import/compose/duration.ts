const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
};
const DURATION = /^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|[smhd]))+$/;

/** The seconds of `1m30s`; undefined for what is no duration. */
export function durationSeconds(text: string): number | undefined {
  const trimmed = text.trim();
  if (/^\d+$/.test(trimmed)) return Number(trimmed);
  if (!DURATION.test(trimmed)) return undefined;
  let seconds = 0;
  for (const [, count, unit = ''] of trimmed.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|[smhd])/g)) {
    seconds += Number(count) * (UNITS[unit] ?? 0);
  }
  return seconds;
}
