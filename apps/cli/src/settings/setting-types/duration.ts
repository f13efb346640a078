import { formatGoDuration, parseGoDuration } from '@kubemin/base';
import type { SettingType } from '../setting-type.ts';
import { scalarType } from './scalar-type.ts';

/** What a timer can wait; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2_147_483_647;
const LONGEST_SPAN_MS = 100 * 365 * 24 * 3_600_000;

/** A duration that something waits for, in Go's syntax; milliseconds. */
export function duration(min = 1): SettingType<number> {
  return between(min, LONGEST_TIMER_MS);
}

/** A duration that is only compared with ages, and so may be years. */
export function timeSpan(): SettingType<number> {
  return between(1, LONGEST_SPAN_MS);
}

function between(min: number, max: number): SettingType<number> {
  return scalarType({
    name: 'duration',
    expected: `a duration from ${formatGoDuration(min)} to ${formatGoDuration(max).replace(/(\d+h).*/, '$1')}`,
    example: '90s, 200ms or 1h30m',
    parse: (text) => {
      const ms = parseGoDuration(text);
      return ms !== undefined && ms >= min && ms <= max ? ms : undefined;
    },
    show: formatGoDuration,
  });
}
