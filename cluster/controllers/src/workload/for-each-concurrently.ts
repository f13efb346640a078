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
