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
