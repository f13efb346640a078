import type { MetricsRange } from '@kubemin/client';
import type { Steps } from './run-statistics.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const RANGES: Readonly<Record<MetricsRange['range'], { readonly ms: number; readonly stepMs: number }>> = {
  '15m': { ms: 15 * MINUTE, stepMs: MINUTE / 2 },
  '1h': { ms: HOUR, stepMs: MINUTE },
  '6h': { ms: 6 * HOUR, stepMs: 10 * MINUTE },
  '24h': { ms: DAY, stepMs: HOUR / 2 },
  '7d': { ms: 7 * DAY, stepMs: 4 * HOUR },
  '30d': { ms: 30 * DAY, stepMs: DAY },
};

const STEPS: Readonly<Record<NonNullable<MetricsRange['step']>, number>> = {
  '30s': MINUTE / 2,
  '1m': MINUTE,
  '5m': 5 * MINUTE,
  '15m': 15 * MINUTE,
  '1h': HOUR,
  '6h': 6 * HOUR,
  '24h': DAY,
};

const MOST_STEPS = 300;

/** The steps of a range that ends at `until`, or now. Steps are as long as was asked for, or longer when there would be too many. */
export function stepsOf({ range, step, until }: MetricsRange, now: number): Steps {
  const { ms, stepMs } = RANGES[range];
  const asked = step === undefined ? stepMs : Math.min(STEPS[step], ms);
  const chosen = Math.max(asked, Math.ceil(ms / MOST_STEPS));
  const count = Math.ceil(ms / chosen);
  const to = until === undefined ? now : Date.parse(until);
  return { from: to - count * chosen, stepMs: chosen, count };
}
