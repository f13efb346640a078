import type { SchedulerPlugin, SchedulerProfile } from './plugin.ts';
import { nodeAffinity, nodeReady, taints, unschedulable } from './plugins/node-filters.ts';
import { podAffinity } from './plugins/pod-affinity.ts';
import { resourceClaims } from './plugins/resource-claims.ts';
import { hostPorts, leastAllocated, resourceFit } from './plugins/resources.ts';
import { siblingSpread, topologySpread } from './plugins/topology-spread.ts';
import { volumes } from './plugins/volumes.ts';
import { DEFAULT_SCHEDULER } from './profile-table.ts';

/** What every profile keeps to, however it chooses among the nodes that are left. */
export const FILTERS: readonly SchedulerPlugin[] = [
  unschedulable,
  nodeReady,
  taints,
  nodeAffinity,
  hostPorts,
  resourceFit,
  volumes,
  resourceClaims,
  topologySpread,
  podAffinity,
];

const WEIGHTS = new Map<SchedulerPlugin, number>([
  [taints, 3],
  [nodeAffinity, 2],
  [topologySpread, 2],
  [podAffinity, 2],
]);

/** Where pods go that ask for nothing special. */
export const defaultProfile: SchedulerProfile = {
  schedulerName: DEFAULT_SCHEDULER,
  plugins: [
    ...FILTERS.map((plugin) => ({ plugin, weight: WEIGHTS.get(plugin) ?? 0 })),
    { plugin: leastAllocated, weight: 1 },
    { plugin: siblingSpread, weight: 2 },
  ],
};
