import type { DaemonSet } from '@kubemin/kubeapi/types/apps.v1';
import type { Node, Pod } from '@kubemin/kubeapi/types/core.v1';
import { isFinished, isTerminating } from '../../pod-owner/index.ts';
import { runsOn } from './daemon-node.ts';
import { podRevisionHash, targetNode } from './daemon-pod.ts';
import { planUpdate, updateLimits } from './daemon-update.ts';

/** A DaemonSet, its pods and all nodes at one moment. */
export interface DaemonState {
  readonly set: DaemonSet;
  readonly nodes: readonly Node[];
  readonly pods: readonly Pod[];
  /** The hash of the template. */
  readonly revision: string;
  readonly now: number;
}

/** One step towards one pod on each node that wants one. */
export type DaemonAction =
  | { readonly kind: 'create'; readonly node: string }
  | { readonly kind: 'remove'; readonly pod: Pod; readonly why: 'surplus' | 'failed' | 'outdated' | 'unwanted' };

/** A node that wants a pod, and the pods it has, oldest first. */
export interface DaemonPlace {
  readonly node: string;
  readonly pods: readonly Pod[];
}

/** What may be done now. A pod that goes is awaited before the next one comes. */
export function planDaemons(state: DaemonState): readonly DaemonAction[] {
  const byNode = podsByNode(state.pods);
  const actions: DaemonAction[] = [];
  const places: DaemonPlace[] = [];
  for (const node of state.nodes) {
    const name = node.metadata.name ?? '';
    const pods = byNode.get(name) ?? [];
    const { run, keep } = runsOn(state.set, node);
    if (!keep) actions.push(...pods.filter((pod) => !isTerminating(pod)).map((pod) => removal(pod, 'unwanted')));
    else actions.push(...planCleanup(state, pods));
    if (run && pods.length === 0) actions.push({ kind: 'create', node: name });
    if (run) places.push({ node: name, pods });
  }
  actions.push(...podsWithoutNode(state).map((pod) => removal(pod, 'unwanted')));
  const settled = new Set(actions.flatMap((action) => (action.kind === 'remove' ? [action.pod] : [])));
  const update = state.set.spec?.updateStrategy?.type === 'OnDelete' ? [] : planUpdate(state, places);
  return [...actions, ...update.filter((action) => action.kind === 'create' || !settled.has(action.pod))];
}

/** The pods by the node they are on or meant for, oldest first. */
export function podsByNode(pods: readonly Pod[]): ReadonlyMap<string, readonly Pod[]> {
  const byNode = new Map<string, Pod[]>();
  for (const pod of pods.toSorted(byAge)) {
    const node = targetNode(pod);
    if (node === undefined) continue;
    const there = byNode.get(node);
    if (there === undefined) byNode.set(node, [pod]);
    else there.push(pod);
  }
  return byNode;
}

/** Pods that have ended make room; of several at work the oldest stays, or while surging the oldest of each template. */
function planCleanup(state: DaemonState, pods: readonly Pod[]): readonly DaemonAction[] {
  const living = pods.filter((pod) => !isTerminating(pod));
  const surging = updateLimits(state.set, state.nodes.length).maxSurge > 0;
  const seen = new Set<string>();
  return living.flatMap((pod) => {
    if (isFinished(pod)) return [removal(pod, 'failed')];
    const group = surging && podRevisionHash(pod) === state.revision ? 'new' : surging ? 'old' : 'any';
    if (seen.has(group)) return [removal(pod, 'surplus')];
    seen.add(group);
    return [];
  });
}

/** Not placed yet, and meant for a node that is gone: no other controller would delete it. */
function podsWithoutNode({ pods, nodes }: DaemonState): readonly Pod[] {
  const known = new Set(nodes.map(({ metadata }) => metadata.name));
  return pods.filter((pod) => !pod.spec?.nodeName && !isTerminating(pod) && !known.has(targetNode(pod)));
}

function removal(pod: Pod, why: 'surplus' | 'failed' | 'unwanted'): DaemonAction {
  return { kind: 'remove', pod, why };
}

function byAge(a: Pod, b: Pod): number {
  const age = (pod: Pod): number => Date.parse(pod.metadata.creationTimestamp ?? '') || 0;
  return age(a) - age(b) || ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1);
}
