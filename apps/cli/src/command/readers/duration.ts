import { parseGoDuration } from '@kubemin/base';
import { InvalidValue, type Reader } from '../parameter.ts';

const DAY_MS = 24 * 3_600_000;

/** Reads `90d`, `12h`, `1h30m`, `45s`. */
export const durationMs: Reader<number> = (text) => {
  const days = /^(\d+)d$/.exec(text)?.[1];
  const ms = days === undefined ? parseGoDuration(text) : Number(days) * DAY_MS;
  if (ms !== undefined && ms > 0) return ms;
  throw new InvalidValue({ en: 'give a duration, as 90d, 12h, 30m or 45s', zh: '请写时长，如 90d、12h、30m 或 45s' });
};
