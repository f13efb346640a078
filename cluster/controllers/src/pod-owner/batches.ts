const CONCURRENCY = 32;

/**
 * Calls the function for each entry, some at a time, in their order. A failure does not stop the others; returns the
 * errors, in the same order.
 */
export async function forEachConcurrently<T>(
  items: readonly T[],
  task: (item: T) => Promise<unknown>,
): Promise<readonly unknown[]> {
  const thrown: unknown[] = [];
  for (let start = 0; start < items.length; start += CONCURRENCY) {
    const results = await Promise.allSettled(items.slice(start, start + CONCURRENCY).map(task));
    for (const result of results) if (result.status === 'rejected') thrown.push(result.reason);
  }
  return thrown;
}

/** How far it got, and what stopped it. */
export interface SlowStartResult {
  readonly succeeded: number;
  readonly error?: unknown;
}

/**
 * Runs a task `count` times, numbered from 0, in batches of 1, 2, 4, …: a cause that fails every one (a quota, a broken template) is met
 * once, not hundreds of times. Stops after the first batch with a failure.
 */
export async function slowStart(count: number, task: (index: number) => Promise<void>): Promise<SlowStartResult> {
  let succeeded = 0;
  for (let batch = 1, left = count; left > 0; left -= batch, batch = Math.min(batch * 2, left)) {
    const results = await Promise.allSettled(Array.from({ length: batch }, (_, index) => task(count - left + index)));
    succeeded += results.filter(({ status }) => status === 'fulfilled').length;
    for (const result of results) if (result.status === 'rejected') return { succeeded, error: result.reason };
  }
  return { succeeded };
}

/** A number of pods that may be written as a percentage of a total. */
export function scaledValue(value: number | string, total: number, round: (value: number) => number): number {
  if (typeof value === 'number') return value;
  const percent = /^(\d+)%$/.exec(value)?.[1];
  return percent === undefined ? 0 : round((Number(percent) * total) / 100);
}
