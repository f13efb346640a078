import type { ScorePolicy } from './policy.ts';

/** What a pod that requests nothing is taken to use when nodes are compared: otherwise such pods would all land on one. */
const ASSUMED: Readonly<Record<string, number>> = { cpu: 100, memory: 200 * 1024 * 1024 };

/** Prefers nodes with the most CPU and memory left. */
export const leastAllocatedScore: ScorePolicy = {
  name: 'least-allocated',
  weight: 1,
  score({ requests }, { allocatable, used, pods }) {
    let sum = 0;
    for (const [name, assumed] of Object.entries(ASSUMED)) {
      const capacity = allocatable[name] ?? 0;
      if (capacity === 0) continue;
      const taken = Math.max(used[name] ?? 0, pods.size * assumed) + (requests[name] ?? assumed);
      sum += Math.max(0, (capacity - taken) / capacity) * 100;
    }
    return sum / Object.keys(ASSUMED).length;
  },
};
