import type { NodeInfo } from '../node-info.ts';
import type { SchedulerPlugin } from '../plugin.ts';
import type { MeasuredResource, UsageReader, UsageReading } from '../usage/usage-reader.ts';

/** What a pod that requests nothing is taken to use until the node's use is read again. */
const ASSUMED: Readonly<Record<MeasuredResource, number>> = { cpu: 100, memory: 200 * 1024 ** 2, disk: 0 };
const REQUESTED_AS: Readonly<Record<MeasuredResource, string>> = {
  cpu: 'cpu',
  memory: 'memory',
  disk: 'ephemeral-storage',
};

/**
 * Prefers the node with the most left of a resource, as it was last measured. Pods that came since then count by what
 * they request: without that, all pods between two readings would go to one node. A node without a reading counts by
 * requests alone.
 */
export function mostFree(resource: MeasuredResource, usage: UsageReader): SchedulerPlugin {
  /** What was promised on the node when the reading was first used. */
  const promisedThen = new WeakMap<UsageReading, number>();
  const free = (node: NodeInfo): number => {
    const now = promised(node, resource);
    const reading = usage.read(node.name, resource);
    if (reading === undefined) return (node.allocatable[REQUESTED_AS[resource]] ?? 0) - now;
    const then = promisedThen.get(reading) ?? now;
    promisedThen.set(reading, then);
    const left = reading.kind === 'free' ? reading.amount : (node.allocatable[resource] ?? 0) - reading.amount;
    return left - (now - then);
  };
  return {
    name: `most-free-${resource}`,
    judge: () => ({ kind: 'judged', scope: 'node', score: free }),
  };
}

function promised({ used, pods }: NodeInfo, resource: MeasuredResource): number {
  return Math.max(used[REQUESTED_AS[resource]] ?? 0, pods.size * ASSUMED[resource]);
}
