import { podSelectsNode, tolerates } from '@kubemin/kubeapi';
import type { DaemonSet } from '@kubemin/kubeapi/types/apps.v1';
import type { Node, Taint } from '@kubemin/kubeapi/types/core.v1';
import { daemonTemplate } from './daemon-pod.ts';

/** What a node means to a DaemonSet. */
export interface NodeUse {
  /** A pod belongs there. */
  readonly run: boolean;
  /** A pod that is there may stay. */
  readonly keep: boolean;
}

/** Whether a DaemonSet wants a pod on a node: selector and affinity name it, and its taints are tolerated. */
export function runsOn(set: DaemonSet, node: Node): NodeUse {
  const { spec = { containers: [] } } = daemonTemplate(set);
  if (spec.nodeName && spec.nodeName !== node.metadata.name) return { run: false, keep: false };
  if (!podSelectsNode({ apiVersion: 'v1', kind: 'Pod', metadata: {}, spec }, node)) return { run: false, keep: false };
  const repelled = (effect: string): boolean => (node.spec?.taints ?? []).some((taint) => isRepelled(taint, effect));
  const isRepelled = (taint: Taint, effect: string): boolean =>
    taint.effect === effect && !(spec.tolerations ?? []).some((toleration) => tolerates(toleration, taint));
  const keep = !repelled('NoExecute');
  return { run: keep && !repelled('NoSchedule'), keep };
}
