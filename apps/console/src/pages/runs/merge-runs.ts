import type { Task } from '@kubemin/client';

/**
 * The newest run that is in the list without being asked for: the newest of the first page, or all that start later where that
 * was empty. Undefined until it is read.
 */
export function firstTop(firstPage: readonly Task[] | undefined): number | undefined {
  return firstPage === undefined ? undefined : (firstPage[0]?.number ?? Number.POSITIVE_INFINITY);
}

/** Whether there may be runs between those that are known and the newest, of which no more than `limit` are read. */
export function hasGap(known: readonly Task[], newest: readonly Task[], limit: number): boolean {
  const top = known[0]?.number ?? 0;
  return newest.length >= limit && newest.every(({ number }) => number > top);
}

/** The newest first, each once, as it was read last. Nothing that is newer than `top`. */
export function mergeRuns(
  known: readonly Task[],
  newest: readonly Task[],
  fresh: ReadonlyMap<string, Task>,
  top: number,
): readonly Task[] {
  const all = new Map([...newest, ...known].map((task) => [task.id, task]));
  return [...all.values()]
    .filter(({ number }) => number <= top)
    .map((task) => {
      const other = fresh.get(task.id);
      return other !== undefined && other.version >= task.version ? other : task;
    })
    .toSorted((one, two) => two.number - one.number);
}
