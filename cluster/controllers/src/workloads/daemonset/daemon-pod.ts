import type { DaemonSet } from '@kubemin/kubeapi/types/apps.v1';
import type { NodeSelectorTerm, Pod, PodSpec, PodTemplateSpec, Toleration } from '@kubemin/kubeapi/types/core.v1';
import { podFromTemplate, REVISION_LABEL } from '../../pod-owner/index.ts';

const GENERATION_LABEL = 'pod-template-generation';
const NODE_NAME = 'metadata.name';

/** What makes a daemon pod this one. */
export interface DaemonIdentity {
  readonly node: string;
  /** The hash and the number of the revision it is made from. */
  readonly revision: string;
  readonly generation: number;
}

/** The pod for one node, without a name yet. The scheduler binds it: its affinity admits that node only. */
export function daemonPod(set: DaemonSet, { node, revision, generation }: DaemonIdentity): Pod {
  const template = daemonTemplate(set);
  const pod = podFromTemplate(template, set);
  const spec = template.spec ?? { containers: [] };
  const labels = { ...pod.metadata.labels, [REVISION_LABEL]: revision, [GENERATION_LABEL]: String(generation) };
  return { ...pod, metadata: { ...pod.metadata, labels }, spec: pinToNode(spec, node) };
}

/** The template with what every daemon tolerates: it stays on nodes that are in trouble, and goes where nothing else is scheduled. */
export function daemonTemplate({ spec }: DaemonSet): PodTemplateSpec {
  const template = spec?.template ?? {};
  const pod = template.spec ?? { containers: [] };
  return { ...template, spec: { ...pod, tolerations: [...(pod.tolerations ?? []), ...daemonTolerations(pod)] } };
}

/** The node a daemon pod is on, or is meant for. */
export function targetNode({ spec }: Pod): string | undefined {
  if (spec?.nodeName) return spec.nodeName;
  const required = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  for (const { matchFields = [] } of required?.nodeSelectorTerms ?? []) {
    const field = matchFields.find(({ key, operator }) => key === NODE_NAME && operator === 'In');
    if (field !== undefined) return field.values?.[0];
  }
  return undefined;
}

/** The revision a pod was made from. */
export function podRevisionHash({ metadata }: Pod): string | undefined {
  return metadata.labels?.[REVISION_LABEL];
}

function pinToNode(spec: PodSpec, node: string): PodSpec {
  const here = { key: NODE_NAME, operator: 'In', values: [node] };
  const { nodeAffinity } = spec.affinity ?? {};
  const wanted = nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const terms: readonly NodeSelectorTerm[] = wanted.map((term) => ({
    ...term,
    matchFields: [...(term.matchFields ?? []), here],
  }));
  const nodeSelectorTerms = terms.length === 0 ? [{ matchFields: [here] }] : terms;
  const required = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } };
  return { ...spec, affinity: { ...spec.affinity, nodeAffinity: { ...nodeAffinity, ...required } } };
}

function daemonTolerations({ hostNetwork }: PodSpec): readonly Toleration[] {
  const tolerated = (name: string, effect: string): Toleration => ({
    key: `node.kubernetes.io/${name}`,
    operator: 'Exists',
    effect,
  });
  return [
    tolerated('not-ready', 'NoExecute'),
    tolerated('unreachable', 'NoExecute'),
    tolerated('disk-pressure', 'NoSchedule'),
    tolerated('memory-pressure', 'NoSchedule'),
    tolerated('pid-pressure', 'NoSchedule'),
    tolerated('unschedulable', 'NoSchedule'),
    ...(hostNetwork === true ? [tolerated('network-unavailable', 'NoSchedule')] : []),
  ];
}
