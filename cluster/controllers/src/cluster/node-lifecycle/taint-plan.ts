import { timestamp, tolerates } from '@kubemin/kubeapi';
import type { Node, Pod, Taint } from '@kubemin/kubeapi/types/core.v1';
import { findCondition } from '../../pod-owner/index.ts';
import { readiness } from './node-conditions.ts';

/** Times of taints are cut to whole seconds: waiting this much longer avoids an early eviction. */
const CUT_MS = 1000;

/** Taints that drive off pods which are there already. */
export function evictingTaints(taints: readonly Taint[] | undefined): readonly Taint[] {
  return (taints ?? []).filter(({ effect }) => effect === 'NoExecute');
}

/**
 * When the taints evict the pod, in ms since the epoch: after its shortest toleration, counted from the time of the
 * taint or the pod in their objects, so that a restart of the controller changes nothing. A taint
 * without a time counts from `since`.
 */
export function evictAt(pod: Pod, taints: readonly Taint[], since: number): number | 'never' | 'now' {
  let first = Number.POSITIVE_INFINITY;
  for (const taint of evictingTaints(taints)) {
    const toleration = pod.spec?.tolerations?.find((candidate) => tolerates(candidate, taint));
    if (toleration === undefined) return 'now';
    const { tolerationSeconds } = toleration;
    if (tolerationSeconds === undefined) continue;
    if (tolerationSeconds <= 0) return 'now';
    const met = taint.timeAdded ? Math.max(Date.parse(taint.timeAdded), arrivedAt(pod)) + CUT_MS : since;
    first = Math.min(first, met + tolerationSeconds * 1000);
  }
  return first === Number.POSITIVE_INFINITY ? 'never' : first;
}

/** When the pod came to its node. */
function arrivedAt({ metadata, status }: Pod): number {
  const scheduled = findCondition(status?.conditions, 'PodScheduled');
  return Date.parse(scheduled?.lastTransitionTime ?? metadata.creationTimestamp ?? '') || 0;
}

const NOT_READY = 'node.kubernetes.io/not-ready';
const UNREACHABLE = 'node.kubernetes.io/unreachable';
const UNSCHEDULABLE = 'node.kubernetes.io/unschedulable';

/** The conditions of a node under which it should get no pods. */
const TROUBLES: readonly (readonly [condition: string, status: string, taint: string])[] = [
  ['Ready', 'False', NOT_READY],
  ['Ready', 'Unknown', UNREACHABLE],
  ['MemoryPressure', 'True', 'node.kubernetes.io/memory-pressure'],
  ['DiskPressure', 'True', 'node.kubernetes.io/disk-pressure'],
  ['PIDPressure', 'True', 'node.kubernetes.io/pid-pressure'],
  ['NetworkUnavailable', 'True', 'node.kubernetes.io/network-unavailable'],
];

const OURS: ReadonlySet<string> = new Set([...TROUBLES.map(([, , key]) => key), UNSCHEDULABLE]);

/** Whether a node that is in trouble may begin to lose its pods. */
export type EvictionPermit = 'granted' | 'not yet' | 'suspended';

/** The taint that drives pods off the node in the end; undefined for a node that keeps its pods. */
export function evictionTaint(node: Node): typeof NOT_READY | typeof UNREACHABLE | undefined {
  const status = readiness(node)?.status;
  if (status === 'False') return NOT_READY;
  return status === 'Unknown' ? UNREACHABLE : undefined;
}

/** Whether pods are evicted from the node because of its conditions or its silence. */
export function isEvicting(node: Node): boolean {
  return (node.spec?.taints ?? []).some(isEvictionTaint);
}

/**
 * The node's taints as they should be: those of others stay as and where they are, ours follow the node's conditions. A
 * taint that stays keeps its time, by which pods' patience is counted.
 */
export function planTaints(node: Node, leave: EvictionPermit, now: number): readonly Taint[] {
  const known = node.spec?.taints ?? [];
  const wanted = [...schedulingTaints(node), ...evictionTaints(node, leave, now)];
  const same = (a: Taint, b: Taint): boolean => a.key === b.key && a.effect === b.effect;
  const kept = known.filter((taint) => !isOurs(taint) || wanted.some((one) => same(one, taint)));
  return [...kept, ...wanted.filter((one) => !kept.some((taint) => same(one, taint)))];
}

function schedulingTaints(node: Node): readonly Taint[] {
  const keys = TROUBLES.filter(([type, status]) => findCondition(node.status?.conditions, type)?.status === status).map(
    ([, , key]) => key,
  );
  // New nodes get this one from the server, and keep it until they report.
  if (readiness(node) === undefined) keys.push(NOT_READY);
  if (node.spec?.unschedulable === true) keys.push(UNSCHEDULABLE);
  return keys.map((key) => ({ key, effect: 'NoSchedule' }));
}

function evictionTaints(node: Node, leave: EvictionPermit, now: number): readonly Taint[] {
  const key = evictionTaint(node);
  if (key === undefined || leave === 'suspended') return [];
  // Who has lost pods already goes on without asking, whichever of the two is the reason now.
  if (leave === 'not yet' && !isEvicting(node)) return [];
  return [{ key, effect: 'NoExecute', timeAdded: timestamp(now) }];
}

function isEvictionTaint({ key, effect }: Taint): boolean {
  return effect === 'NoExecute' && (key === NOT_READY || key === UNREACHABLE);
}

function isOurs(taint: Taint): boolean {
  return isEvictionTaint(taint) || (taint.effect === 'NoSchedule' && OURS.has(taint.key));
}
