import { interleave } from './interleave.ts';
import { driveLoad, type Load, type LoadResult } from './load.ts';
import { median } from './statistics.ts';

/** The machine's mood changes within a second: the sides of a comparison take turns more often than that. */
const SLICES = 6;

/**
 * Sends each the same requests, in slices that take turns, and returns the results of each. Costs are of all slices
 * together, so that what is rare and expensive (a garbage collection) counts in full.
 */
export async function driveSideBySide<R>(
  sides: readonly Omit<Load<R>, 'requests'>[],
  requests: Load<R>['requests'],
): Promise<readonly LoadResult[]> {
  const size = Math.ceil(requests.length / SLICES);
  const results = await interleave(sides, SLICES, (side, slice) =>
    driveLoad({ ...side, requests: requests.slice(slice * size, (slice + 1) * size) }),
  );
  return results.map(together);
}

function together(slices: readonly LoadResult[]): LoadResult {
  const of = (field: keyof LoadResult): readonly number[] => slices.map((slice) => slice[field]);
  return {
    perSecond: 1 / mean(of('perSecond').map((rate) => 1 / rate)),
    cpuMicros: mean(of('cpuMicros')),
    p50Ms: median(of('p50Ms')),
    p99Ms: median(of('p99Ms')),
    loopDelayP99Ms: median(of('loopDelayP99Ms')),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
