import { timestamp } from '@kubemin/kubeapi';
import type { Node, NodeCondition } from '@kubemin/kubeapi/types/core.v1';
import { findCondition } from '../condition.ts';

/** What nobody knows about a node that is silent. */
const TOLD_BY_NODE = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'];

/** What a node says of being ready; undefined when it has never said anything. */
export function readiness(node: Node): NodeCondition | undefined {
  return findCondition(node.status?.conditions, 'Ready');
}

/** Whether the node says that it is ready. */
export function isNodeReady(node: Node): boolean {
  return readiness(node)?.status === 'True';
}

/**
 * The conditions of a node that is silent: unknown, whatever it said last. The times of its heartbeats stay as they are,
 * as they are the node's own. Undefined when that is what the node has already.
 */
export function silentConditions(node: Node, now: number): readonly NodeCondition[] | undefined {
  const known = node.status?.conditions ?? [];
  if (TOLD_BY_NODE.every((type) => findCondition(known, type)?.status === 'Unknown')) return undefined;
  const lastTransitionTime = timestamp(now);
  const silent = known.map((condition): NodeCondition => {
    if (!TOLD_BY_NODE.includes(condition.type) || condition.status === 'Unknown') return condition;
    const message = 'Kubelet stopped posting node status.';
    return { ...condition, status: 'Unknown', reason: 'NodeStatusUnknown', message, lastTransitionTime };
  });
  const lastHeartbeatTime = node.metadata.creationTimestamp ?? lastTransitionTime;
  const never = TOLD_BY_NODE.filter((type) => findCondition(known, type) === undefined).map(
    (type): NodeCondition => ({
      type,
      status: 'Unknown',
      reason: 'NodeStatusNeverUpdated',
      message: 'Kubelet never posted node status.',
      lastHeartbeatTime,
      lastTransitionTime,
    }),
  );
  return [...silent, ...never];
}
