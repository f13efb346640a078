import type { Demand } from '../demand.ts';
import type { NodeInfo } from '../node-info.ts';
import type { SchedulerPlugin } from '../plugin.ts';
import type { MeasuredResource, UsageReader } from '../usage/usage-reader.ts';

/** What a pod that requests less is taken to use until the node's use is measured again. */
const ASSUMED: Readonly<Record<MeasuredResource, number>> = { cpu: 100, memory: 200 * 1024 ** 2, disk: 0 };
const REQUESTED_AS: Readonly<Record<MeasuredResource, string>> = {
  cpu: 'cpu',
  memory: 'memory',
  disk: 'ephemeral-storage',
};

/**
 * Prefers the node with the most left of a resource, as it was last measured. Pods that came since then count by what
 * they request: without that, all pods between two measurements would go to one node. A node without a reading counts
 * by requests alone.
 */
export function mostFree(resource: MeasuredResource, usage: UsageReader): SchedulerPlugin {
  const free = (node: NodeInfo): number => {
    const reading = usage.read(node.name, resource);
    if (reading === undefined) {
      return (node.allocatable[REQUESTED_AS[resource]] ?? 0) - promised(node.pods.values(), resource);
    }
    const left = reading.kind === 'free' ? reading.amount : (node.allocatable[resource] ?? 0) - reading.amount;
    return left - promised(node.arrivedFrom(reading.atMs), resource);
  };
  return {
    name: `most-free-${resource}`,
    judge: () => ({ kind: 'judged', scope: 'node', score: free }),
  };
}

function promised(pods: Iterable<Demand>, resource: MeasuredResource): number {
  let sum = 0;
  for (const { requests } of pods) sum += Math.max(requests[REQUESTED_AS[resource]] ?? 0, ASSUMED[resource]);
  return sum;
}
