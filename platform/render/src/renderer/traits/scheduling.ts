import { ownEntry } from '@kubemin/base';
import type {
  Affinity,
  NodeAffinity,
  NodeSelectorRequirement,
  PodAffinity,
  PodAffinityTerm,
  Toleration,
} from '@kubemin/kubeapi/types/core.v1';
import type { TraitData } from '@kubemin/model';
import { given, selectorLabels } from '../../object/index.ts';
import type { TraitContext, TraitRenderer } from '../trait-renderer.ts';

type Data = TraitData['scheduling'];
type NodeRule = NonNullable<Data['nodeAffinity']>[number];
type PeerRule = NonNullable<Data['affinity']>[number];
type Context = TraitContext<Data>;

/** Words for the node labels people mean most often. */
const TOPOLOGY_KEYS: Readonly<Record<string, string>> = {
  node: 'kubernetes.io/hostname',
  zone: 'topology.kubernetes.io/zone',
  region: 'topology.kubernetes.io/region',
};

/** scheduling → the pod's node selector, affinities, tolerations, spread constraints and priority class. */
export const scheduling: TraitRenderer<Data> = {
  process(context) {
    const { nodeSelector, tolerations = [], spread = [], priorityClass } = context.data;
    const affinity = affinities(context);
    const constraints = spread.map(({ topology, maxSkew, whenUnsatisfiable }) => ({
      maxSkew,
      topologyKey: topologyKey(topology),
      whenUnsatisfiable,
      labelSelector: { matchLabels: ownLabels(context) },
    }));
    return {
      pod: {
        ...(Object.keys(nodeSelector).length === 0 ? {} : { nodeSelector }),
        ...(Object.keys(affinity).length === 0 ? {} : { affinity }),
        ...(tolerations.length === 0 ? {} : { tolerations: tolerations.map(toleration) }),
        ...(constraints.length === 0 ? {} : { topologySpreadConstraints: constraints }),
        ...(priorityClass === undefined ? {} : { priorityClassName: priorityClass }),
      },
    };
  },
};

function affinities(context: Context): Affinity {
  const { nodeAffinity = [], affinity = [], antiAffinity = [] } = context.data;
  return {
    ...(nodeAffinity.length === 0 ? {} : { nodeAffinity: nodes(nodeAffinity) }),
    ...(affinity.length === 0 ? {} : { podAffinity: peers(affinity, context) }),
    ...(antiAffinity.length === 0 ? {} : { podAntiAffinity: peers(antiAffinity, context) }),
  };
}

/** All rules that must hold are one term: Kubernetes takes a node that meets any one of several. */
function nodes(rules: readonly NodeRule[]): NodeAffinity {
  const required = rules.filter((rule) => rule.weight === undefined).map(requirement);
  const preferred = rules.flatMap((rule) =>
    rule.weight === undefined ? [] : [{ weight: rule.weight, preference: { matchExpressions: [requirement(rule)] } }],
  );
  return {
    ...(required.length === 0
      ? {}
      : { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: required }] } }),
    ...(preferred.length === 0 ? {} : { preferredDuringSchedulingIgnoredDuringExecution: preferred }),
  };
}

function requirement({ key, operator, values }: NodeRule): NodeSelectorRequirement {
  return { key, operator, ...(values.length === 0 ? {} : { values }) };
}

function peers(rules: readonly PeerRule[], context: Context): PodAffinity {
  const required = rules.filter((rule) => rule.weight === undefined).map((rule) => term(rule, context));
  const preferred = rules.flatMap((rule) =>
    rule.weight === undefined ? [] : [{ weight: rule.weight, podAffinityTerm: term(rule, context) }],
  );
  return {
    ...(required.length === 0 ? {} : { requiredDuringSchedulingIgnoredDuringExecution: required }),
    ...(preferred.length === 0 ? {} : { preferredDuringSchedulingIgnoredDuringExecution: preferred }),
  };
}

function term({ component, labels, topology }: PeerRule, context: Context): PodAffinityTerm {
  const isLabelled = Object.keys(labels).length > 0;
  const named = component === undefined ? undefined : { appId: context.appId, componentName: component };
  const ofComponent = named === undefined ? (isLabelled ? {} : ownLabels(context)) : selectorLabels(named);
  return { labelSelector: { matchLabels: { ...labels, ...ofComponent } }, topologyKey: topologyKey(topology) };
}

function ownLabels({ appId, component }: Context) {
  return selectorLabels({ appId, componentName: component.name });
}

function topologyKey(word: string): string {
  return ownEntry(TOPOLOGY_KEYS, word) ?? word;
}

function toleration({ key, operator, value, effect, tolerationSeconds }: NonNullable<Data['tolerations']>[number]) {
  const how = operator ?? (value === undefined ? 'Exists' : 'Equal');
  const result: Toleration = { operator: how, ...given({ key, value, effect, tolerationSeconds }) };
  return result;
}
