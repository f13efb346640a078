const WIDTH = 32;

/**
 * Does the same to each, some at a time, in their order. One that fails keeps no other from its turn; answers what was
 * thrown, in the same order.
 */
export async function sideBySide<T>(
  items: readonly T[],
  task: (item: T) => Promise<unknown>,
): Promise<readonly unknown[]> {
  const thrown: unknown[] = [];
  for (let start = 0; start < items.length; start += WIDTH) {
    const results = await Promise.allSettled(items.slice(start, start + WIDTH).map(task));
    for (const result of results) if (result.status === 'rejected') thrown.push(result.reason);
  }
  return thrown;
}
