import type { Clock } from '@kubemin/base';
import type { NodeInfo } from '../node-info.ts';
import type { SchedulerPlugin } from '../plugin.ts';
import type { MeasuredResource, UsageReader } from '../usage/usage-reader.ts';
import { PromiseHistory } from './promise-history.ts';

/** What a pod that requests less is taken to use until the node's use is measured again. */
const ASSUMED: Readonly<Record<MeasuredResource, number>> = { cpu: 100, memory: 200 * 1024 ** 2, disk: 0 };
const REQUESTED_AS: Readonly<Record<MeasuredResource, string>> = {
  cpu: 'cpu',
  memory: 'memory',
  disk: 'ephemeral-storage',
};

/** What measurements are taken and dated with. */
export interface MostFreeTools {
  readonly usage: UsageReader;
  readonly clock: Clock;
}

/**
 * Prefers the node with the most left of a resource, as it was last measured. Pods that came since then count by what
 * they request: without that, all pods between two measurements would go to one node. A node without a reading counts
 * by requests alone.
 */
export function mostFree(resource: MeasuredResource, { usage, clock }: MostFreeTools): SchedulerPlugin {
  const histories = new WeakMap<NodeInfo, PromiseHistory>();
  const free = (node: NodeInfo): number => {
    const now = promised(node, resource);
    const history = histories.get(node) ?? new PromiseHistory();
    histories.set(node, history);
    history.note(clock.now(), now);
    const reading = usage.read(node.name, resource);
    if (reading === undefined) return (node.allocatable[REQUESTED_AS[resource]] ?? 0) - now;
    const left = reading.kind === 'free' ? reading.amount : (node.allocatable[resource] ?? 0) - reading.amount;
    return left - (now - history.at(reading.atMs));
  };
  return {
    name: `most-free-${resource}`,
    judge: () => ({ kind: 'judged', scope: 'node', score: free }),
  };
}

function promised({ pods }: NodeInfo, resource: MeasuredResource): number {
  let sum = 0;
  for (const { requests } of pods.values()) sum += Math.max(requests[REQUESTED_AS[resource]] ?? 0, ASSUMED[resource]);
  return sum;
}
