import type { Rejection, SchedulerPlugin } from '../plugin.ts';

/** Keeps pods off nodes that have too little left of what they request, extended resources and pod slots included. */
export const resourceFit: SchedulerPlugin = {
  name: 'resource-fit',
  judge: ({ wanted }) => ({
    kind: 'judged',
    scope: 'node',
    filter({ allocatable, used }) {
      let reasons: string[] | undefined;
      let resolvable = true;
      for (const [name, amount] of wanted) {
        const all = allocatable[name] ?? 0;
        if ((used[name] ?? 0) + amount <= all) continue;
        reasons ??= [];
        reasons.push(name === 'pods' ? 'Too many pods' : `Insufficient ${name}`);
        if (amount > all) resolvable = false;
      }
      return reasons && { reasons, resolvable };
    },
  }),
};

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

const TAKEN: Rejection = {
  reasons: ["node(s) didn't have free ports for the requested pod ports"],
  resolvable: true,
};

/** Keeps pods off nodes where a port they take of the node itself is taken. */
export const hostPorts: SchedulerPlugin = {
  name: 'host-ports',
  judge({ ports }) {
    if (ports.length === 0) return undefined;
    return {
      kind: 'judged',
      scope: 'node',
      filter: (node) => (ports.every((port) => node.ports.isFree(port)) ? undefined : TAKEN),
    };
  },
};
