import { manifestsMessages } from '../../messages/index.ts';
import { filled } from '../filled.ts';
import type { TraitsInput } from '../imported.ts';
import type { Part } from '../source/part.ts';
import { readNodeAffinity, readPeerAffinity, topologyWord } from './affinity.ts';

type Scheduling = NonNullable<TraitsInput['scheduling']>;
type Spread = NonNullable<Scheduling['spread']>[number];

const OPERATORS = ['Equal', 'Exists'] as const;
const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'] as const;
const UNSATISFIABLE = ['DoNotSchedule', 'ScheduleAnyway'] as const;

/** On which nodes a pod may run. */
export function readScheduling(template: Part): Scheduling | undefined {
  const spec = template.at('spec');
  const scheduling = filled({
    nodeSelector: spec.at('nodeSelector').textMap(),
    nodeAffinity: readNodeAffinity(spec.at('affinity', 'nodeAffinity')),
    affinity: readPeerAffinity(spec.at('affinity', 'podAffinity')),
    antiAffinity: readPeerAffinity(spec.at('affinity', 'podAntiAffinity')),
    tolerations: spec.at('tolerations').items.map(readToleration),
    spread: spec.at('topologySpreadConstraints').items.flatMap((part) => readSpread(part, template)),
    priorityClass: spec.at('priorityClassName').text(),
  });
  return Object.keys(scheduling).length === 0 ? undefined : scheduling;
}

function readToleration(part: Part): NonNullable<Scheduling['tolerations']>[number] {
  part.at('operator').acceptIf(...OPERATORS);
  part.at('effect').acceptIf(...EFFECTS);
  return filled({
    key: part.at('key').text(),
    // Left out it means "Equal" to Kubernetes, and depends on the value here.
    operator: OPERATORS.find((name) => name === (part.at('operator').peek() ?? 'Equal')),
    value: part.at('value').text(),
    effect: EFFECTS.find((name) => name === part.at('effect').peek()),
    tolerationSeconds: part.at('tolerationSeconds').number(),
  });
}

function readSpread(part: Part, template: Part): readonly Spread[] {
  const labels = template.at('metadata', 'labels');
  const selector = part.at('labelSelector', 'matchLabels').entries;
  const own = selector.length > 0 && selector.every(([key, value]) => labels.at(key).peek() === value.peek());
  if (!own || part.at('labelSelector', 'matchExpressions').present) {
    part.omit(manifestsMessages.spreading);
    return [];
  }
  part.at('labelSelector').accept();
  part.at('whenUnsatisfiable').acceptIf(...UNSATISFIABLE);
  return [
    filled({
      topology: topologyWord(part.at('topologyKey')),
      maxSkew: part.at('maxSkew').number(),
      whenUnsatisfiable: UNSATISFIABLE.find(
        (name) => name === (part.at('whenUnsatisfiable').peek() ?? 'DoNotSchedule'),
      ),
    }),
  ];
}
