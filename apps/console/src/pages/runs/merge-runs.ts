import type { Task } from '@kubemin/client';

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
