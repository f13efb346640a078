import { ownEntry } from '@kubemin/base';
import { LABEL } from '@kubemin/render';
import { manifestsMessages } from '../../messages/index.ts';
import { filled } from '../filled.ts';
import type { TraitsInput } from '../imported.ts';
import type { Part } from '../source/part.ts';
import { isManagedLabel } from './manifest.ts';

type Scheduling = NonNullable<TraitsInput['scheduling']>;
type NodeRule = NonNullable<Scheduling['nodeAffinity']>[number];
type PeerRule = NonNullable<Scheduling['affinity']>[number];

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'] as const;
const TOPOLOGIES: Readonly<Record<string, string>> = {
  'kubernetes.io/hostname': 'node',
  'topology.kubernetes.io/zone': 'zone',
  'topology.kubernetes.io/region': 'region',
};

/** The word for a topology, or its key where there is none. */
export function topologyWord(part: Part): string | undefined {
  const key = part.text();
  return key === undefined ? undefined : (ownEntry(TOPOLOGIES, key) ?? key);
}

/** Rules about nodes. Those that must hold must hold together here, so that alternatives are not carried. */
export function readNodeAffinity(affinity: Part): readonly NodeRule[] {
  const terms = affinity.at(REQUIRED, 'nodeSelectorTerms');
  if (terms.items.length > 1) terms.omit(manifestsMessages.affinityTerms);
  const required = terms.items.length === 1 ? (terms.items[0]?.at('matchExpressions').items ?? []) : [];
  const preferred = affinity.at(PREFERRED).items.flatMap((part) => {
    const [only, ...more] = part.at('preference', 'matchExpressions').items;
    if (only === undefined || more.length > 0) {
      part.omit(manifestsMessages.preferenceLabel);
      return [];
    }
    return [{ ...readRule(only), ...filled({ weight: part.at('weight').number() }) }];
  });
  return [...required.map(readRule), ...preferred];
}

function readRule(part: Part): NodeRule {
  part.at('operator').acceptIf(...OPERATORS);
  return filled({
    key: part.at('key').text(),
    operator: OPERATORS.find((name) => name === part.at('operator').peek()),
    values: part.at('values').texts(),
  });
}

/** Rules about the pods that run on a node already. */
export function readPeerAffinity(affinity: Part): readonly PeerRule[] {
  const required = affinity.at(REQUIRED).items.flatMap((part) => readTerm(part, part));
  const preferred = affinity.at(PREFERRED).items.flatMap((part) =>
    readTerm(part.at('podAffinityTerm'), part).map((rule) => ({
      ...rule,
      ...filled({ weight: part.at('weight').number() }),
    })),
  );
  return [...required, ...preferred];
}

function readTerm(term: Part, whole: Part): readonly PeerRule[] {
  const selector = term.at('labelSelector');
  if (selector.at('matchExpressions').present || selector.at('matchLabels').keys.length === 0) {
    whole.omit(manifestsMessages.podSelector);
    return [];
  }
  const labels = selector.at('matchLabels').textMap();
  const own = Object.fromEntries(Object.entries(labels).filter(([key]) => !isManagedLabel(key)));
  return [
    filled({ component: labels[LABEL.componentName], labels: own, topology: topologyWord(term.at('topologyKey')) }),
  ];
}
