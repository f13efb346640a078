import {
  type Amounts,
  parseAmounts,
  podHostPorts,
  podRequests,
  podSelectsNode,
  TakenPorts,
  tolerates,
} from '@kubemin/kubeapi';
import type { Node, Pod } from '@kubemin/kubeapi/types/core.v1';
import { isStaticPod } from './pod-rank.ts';

/** Why a node does not run a pod that was bound to it: reason and message of other kubelets. */
export interface Rejection {
  readonly reason: string;
  readonly message: string;
  /** What there is too little of; undefined where room would change nothing. */
  readonly missing?: Amounts;
}

/** A node as its agent reports it, and the other pods on it that were admitted and have not ended. */
export interface AdmissionState {
  readonly node: Node;
  readonly others: readonly Pod[];
}

const OS_LABEL = 'kubernetes.io/os';

/**
 * Why a pod cannot run on this node; undefined when it can. The scheduler has checked the same, unless the pod was bound
 * without it or the node has changed meanwhile. Pure.
 */
export function findRejection(pod: Pod, { node, others }: AdmissionState): Rejection | undefined {
  return (
    findOsMismatch(pod, node) ??
    findShortage(pod, node, others) ??
    findNodeMismatch(pod, node) ??
    findPortConflict(pod, others) ??
    findTaint(pod, node)
  );
}

function findOsMismatch({ spec }: Pod, node: Node): Rejection | undefined {
  const os = node.status?.nodeInfo?.operatingSystem ?? 'linux';
  const selected = spec?.nodeSelector?.[OS_LABEL];
  if (selected !== undefined && selected !== os) {
    const message = `Failed to admit pod as the \`${OS_LABEL}\` label doesn't match node label`;
    return { reason: 'PodOSSelectorNodeLabelDoesNotMatch', message };
  }
  if (spec?.os === undefined || spec.os.name === os) return undefined;
  return { reason: 'PodOSNotSupported', message: "Failed to admit pod as the OS field doesn't match node OS" };
}

function findShortage(pod: Pod, { status }: Node, others: readonly Pod[]): Rejection | undefined {
  const allocatable = parseAmounts(status?.allocatable);
  const used: Record<string, number> = {};
  for (const other of others) {
    for (const [name, amount] of Object.entries(podRequests(other))) used[name] = (used[name] ?? 0) + amount;
  }
  const missing: Record<string, number> = {};
  let first: Rejection | undefined;
  for (const [name, requested] of Object.entries(podRequests(pod))) {
    // Extended resources that the node itself does not have were given to it by others: the scheduler counts them.
    if (name.includes('/') && allocatable[name] === undefined) continue;
    const capacity = allocatable[name] ?? 0;
    const taken = used[name] ?? 0;
    if (requested === 0 || taken + requested <= capacity) continue;
    missing[name] = taken + requested - capacity;
    const message = `Node didn't have enough resource: ${name}, requested: ${requested}, used: ${taken}, capacity: ${capacity}`;
    first ??= { reason: `OutOf${name}`, message };
  }
  return first && { ...first, missing };
}

function findNodeMismatch(pod: Pod, node: Node): Rejection | undefined {
  if (podSelectsNode(pod, node)) return undefined;
  return failedPredicate('NodeAffinity', "node(s) didn't match Pod's node affinity/selector");
}

function findPortConflict(pod: Pod, others: readonly Pod[]): Rejection | undefined {
  const taken = new TakenPorts();
  for (const port of others.flatMap(podHostPorts)) taken.take(port);
  if (podHostPorts(pod).every((port) => taken.isFree(port))) return undefined;
  return failedPredicate('NodePorts', "node(s) didn't have free ports for the requested pod ports");
}

/** Static pods run whatever taints there are. */
function findTaint(pod: Pod, { spec }: Node): Rejection | undefined {
  if (isStaticPod(pod)) return undefined;
  const tolerations = pod.spec?.tolerations ?? [];
  const isTolerated = (spec?.taints ?? [])
    .filter(({ effect }) => effect === 'NoExecute')
    .every((taint) => tolerations.some((toleration) => tolerates(toleration, taint)));
  if (isTolerated) return undefined;
  return failedPredicate('TaintToleration', "node(s) had taints that the pod didn't tolerate");
}

function failedPredicate(name: string, description: string): Rejection {
  return { reason: name, message: `Predicate ${name} failed: ${description}` };
}
