import { timestamp } from '@kubemin/kubeapi';
import type { Node, NodeCondition } from '@kubemin/kubeapi/types/core.v1';
import { findCondition } from '../../pod-owner/index.ts';

/** The conditions that are unknown for a silent node. */
const REPORTED_BY_NODE = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'];

/** The Ready condition of a node; undefined when it has never reported. */
export function readiness(node: Node): NodeCondition | undefined {
  return findCondition(node.status?.conditions, 'Ready');
}

/** Whether the node reports that it is ready. */
export function isNodeReady(node: Node): boolean {
  return readiness(node)?.status === 'True';
}

/**
 * The conditions of a node that is silent: unknown, whatever it reported last. The times of its heartbeats stay as they are,
 * as they are the node's own. Undefined when that is what the node has already.
 */
export function silentConditions(node: Node, now: number): readonly NodeCondition[] | undefined {
  const known = node.status?.conditions ?? [];
  if (REPORTED_BY_NODE.every((type) => findCondition(known, type)?.status === 'Unknown')) return undefined;
  const lastTransitionTime = timestamp(now);
  const silent = known.map((condition): NodeCondition => {
    if (!REPORTED_BY_NODE.includes(condition.type) || condition.status === 'Unknown') return condition;
    const message = 'Kubelet stopped posting node status.';
    return { ...condition, status: 'Unknown', reason: 'NodeStatusUnknown', message, lastTransitionTime };
  });
  const lastHeartbeatTime = node.metadata.creationTimestamp ?? lastTransitionTime;
  const never = REPORTED_BY_NODE.filter((type) => findCondition(known, type) === undefined).map(
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
