import { median } from '../support/statistics.ts';

/** How long a measurement goes on, and how often it is repeated. */
export interface Effort {
  readonly rounds: number;
  readonly roundMs: number;
}

/**
 * How often `work` can be done in a second of processor time: the median of the rounds, after one that does not count.
 * Not by the clock: whoever else uses the machine would be measured too.
 */
export function perSecond(work: () => unknown, { rounds, roundMs }: Effort): number {
  const rates = Array.from({ length: rounds + 1 }, () => rate(work, roundMs));
  return median(rates.slice(1));
}

function rate(work: () => unknown, roundMs: number): number {
  const started = process.cpuUsage();
  let times = 0;
  let passed = 0;
  do {
    // What nobody looks at need not be computed; the count depends on it.
    times += work() === undefined ? 0 : 1;
    const { user, system } = process.cpuUsage(started);
    passed = (user + system) / 1000;
  } while (passed < roundMs);
  return (times * 1000) / passed;
}
