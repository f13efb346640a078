const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

interface Scale {
  /** Used for durations below this. */
  readonly below: number;
  readonly major: readonly [unit: number, name: string];
  /** The unit below the major one is shown, too, where it is significant. */
  readonly minor?: readonly [unit: number, name: string];
}

const SCALES: readonly Scale[] = [
  { below: 2 * MINUTE, major: [SECOND, 's'] },
  { below: 10 * MINUTE, major: [MINUTE, 'm'], minor: [SECOND, 's'] },
  { below: 3 * HOUR, major: [MINUTE, 'm'] },
  { below: 8 * HOUR, major: [HOUR, 'h'], minor: [MINUTE, 'm'] },
  { below: 2 * DAY, major: [HOUR, 'h'] },
  { below: 8 * DAY, major: [DAY, 'd'], minor: [HOUR, 'h'] },
  { below: 2 * YEAR, major: [DAY, 'd'] },
  { below: 8 * YEAR, major: [YEAR, 'y'], minor: [DAY, 'd'] },
  { below: Number.POSITIVE_INFINITY, major: [YEAR, 'y'] },
];

/** A duration for people, as precise as it is useful: 5s, 3m20s, 47h, 3d4h. */
export function humanDuration(milliseconds: number): string {
  if (milliseconds < 0) return milliseconds < -SECOND ? '<invalid>' : '0s';
  const { major, minor } = SCALES.find(({ below }) => milliseconds < below) ?? { major: [YEAR, 'y'] as const };
  const whole = Math.floor(milliseconds / major[0]);
  const rest = minor === undefined ? 0 : Math.floor((milliseconds % major[0]) / minor[0]);
  return rest === 0 || minor === undefined ? `${whole}${major[1]}` : `${whole}${major[1]}${rest}${minor[1]}`;
}

/** How long ago a timestamp was. */
export function formatAge(time: string | null | undefined, now: number): string {
  const then = Date.parse(time ?? '');
  return Number.isNaN(then) ? '<unknown>' : humanDuration(now - then);
}
