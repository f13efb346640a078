import type { Finding } from '../support/finding.ts';
import type { Scenario } from './bench.ts';
import { ENGINES } from './contenders.ts';

const RUNS = [10_000, 50_000, 100_000] as const;
const MEGABYTE = 1024 * 1024;

/** What the engine's process takes after so many runs: all of it, and what lives in it. */
export const memory: Scenario = async (bench) => {
  const { scale, concurrency } = bench.options;
  const memoryAt = RUNS.map(scale);
  const [sqlite] = ENGINES;
  if (sqlite === undefined) return [];
  const effort = { memoryAt, warmUp: scale(1000), tasks: scale(1000), outstanding: 3 * concurrency };
  const measured = await bench.measure(sqlite, effort);
  const [first = 0] = memoryAt;
  const kinds = { live: 'lives in it', rss: 'is resident' } as const;
  return Object.entries(kinds).flatMap(([kind, words]) =>
    memoryAt.map((runs, index): Finding => {
      const value = (measured[`${kind}@${runs}`] ?? Number.NaN) / MEGABYTE;
      const base = (measured[`${kind}@${first}`] ?? Number.NaN) / MEGABYTE;
      const growth = { base, than: `${first.toLocaleString('en')} runs`, ratio: value / base, aim: '≤ 1.1' };
      return {
        name: `SQLite: after ${runs.toLocaleString('en')} runs ${words}`,
        unit: 'MB',
        value,
        ...(index > 0 && growth),
      };
    }),
  );
};
