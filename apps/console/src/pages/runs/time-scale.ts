/** Maps moments to fractions of the width of a chart. */
export interface TimeScale {
  readonly from: number;
  readonly to: number;
  /** Between 0 and 1; moments outside are moved to the nearer end. */
  position(moment: number): number;
  /** How long everything took that is not shortened, in milliseconds. */
  readonly busy: number;
  /** Spans that are drawn shorter than they were. */
  readonly shortened: readonly Span[];
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A shortened span takes at most this part of the width. */
const SHORT = 0.06;
/** Spans of less than this part of the whole are not worth it. */
const LONG = 0.2;

export interface TimeScaleOptions {
  /** Spans of waiting, which are drawn shorter where they are long. They do not overlap. */
  readonly idle?: readonly Span[];
  /** The part of the width that stays free at the end. */
  readonly margin?: number;
}

/** A scale from one moment to another. */
export function createTimeScale({ from, to }: Span, { idle = [], margin = 0 }: TimeScaleOptions = {}): TimeScale {
  const end = Math.max(to, from + 1);
  const total = end - from;
  const shortened = idle
    .map((span) => ({ from: Math.max(from, span.from), to: Math.min(end, span.to) }))
    .filter((span) => span.to - span.from > total * LONG)
    .toSorted((one, other) => one.from - other.from);
  const busy = total - shortened.reduce((sum, span) => sum + (span.to - span.from), 0);
  const hasBusy = busy > 0;
  const shortWidth = (1 - margin) * (hasBusy ? SHORT : 1 / Math.max(1, shortened.length));
  const perMs = hasBusy ? (1 - margin - shortWidth * shortened.length) / busy : 0;
  const position = (moment: number): number => {
    const at = Math.min(end, Math.max(from, moment));
    let fraction = (at - from) * perMs;
    for (const span of shortened) {
      const inside = Math.min(at, span.to) - span.from;
      if (inside > 0) fraction += (inside / (span.to - span.from)) * shortWidth - inside * perMs;
    }
    return Math.min(1, Math.max(0, fraction));
  };
  return { from, to: end, busy, position, shortened };
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const STEPS: readonly number[] = [
  ...[50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 6, 12, 24, 48, 168].map((count) => count * HOUR),
];
const MOST_TICKS = 7;

export interface Tick {
  readonly at: number;
  readonly text: string;
}

/** Round moments since the beginning of a scale, about seven where it is not enlarged. None falls into a shortened span. */
export function scaleTicks(scale: TimeScale, zoom = 1): readonly Tick[] {
  const { from, to, busy, shortened } = scale;
  const most = MOST_TICKS * zoom;
  const step = STEPS.find((each) => busy / each <= most) ?? Math.ceil(busy / most / HOUR) * HOUR;
  const ticks: Tick[] = [];
  for (let offset = 0; from + offset <= to; offset += step) {
    const at = from + offset;
    const hidden = shortened.find((span) => at > span.from && at < span.to);
    if (hidden === undefined) ticks.push({ at, text: formatOffset(offset, step) });
    // Long spans have many steps: go to the last one inside.
    else offset += Math.max(0, Math.ceil((hidden.to - at) / step) - 1) * step;
  }
  return ticks;
}

/** A time since a beginning: `0:30`, `1:05:00`; with a part of a second where ticks are that close. */
export function formatOffset(milliseconds: number, step: number = SECOND): string {
  const digits = step >= SECOND ? 0 : step < 100 ? 2 : 1;
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(milliseconds / HOUR);
  const minutes = Math.floor(milliseconds / MINUTE) % 60;
  const rest = milliseconds % MINUTE;
  const seconds = digits === 0 ? String(Math.floor(rest / SECOND)) : (rest / SECOND).toFixed(digits);
  const padded = seconds.padStart(digits === 0 ? 2 : 3 + digits, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${padded}` : `${minutes}:${padded}`;
}
