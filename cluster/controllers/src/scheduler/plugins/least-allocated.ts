import type { SchedulerPlugin } from '../plugin.ts';

/** What a pod that requests nothing is taken to use when nodes are compared: otherwise such pods would all land on one. */
const ASSUMED: readonly (readonly [name: string, amount: number])[] = [
  ['cpu', 100],
  ['memory', 200 * 1024 * 1024],
];

/** Prefers nodes with the most CPU and memory left. */
export const leastAllocated: SchedulerPlugin = {
  name: 'least-allocated',
  judge: ({ requests }) => ({
    kind: 'judged',
    scope: 'node',
    score({ allocatable, used, pods }) {
      let sum = 0;
      for (const [name, assumed] of ASSUMED) {
        const capacity = allocatable[name] ?? 0;
        if (capacity === 0) continue;
        const taken = Math.max(used[name] ?? 0, pods.size * assumed) + (requests[name] ?? assumed);
        sum += Math.max(0, (capacity - taken) / capacity) * 100;
      }
      return sum / ASSUMED.length;
    },
  }),
};
