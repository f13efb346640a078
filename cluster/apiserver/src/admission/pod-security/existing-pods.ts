import type { Clock } from '@kubemin/base';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { formatReasons, type PodEvaluator } from './pod-evaluator.ts';
import { formatLevelVersion, type LevelVersion } from './policy.ts';

/** Beyond these bounds the existing pods of a namespace are not compared with its new level. */
const MAX_PODS = 3000;
const MAX_MS = 1000;

/** The pods of a namespace and the level that is to be enforced there. */
export interface ExistingPods {
  readonly namespace: string;
  readonly pods: Iterable<Pod>;
  readonly enforce: LevelVersion;
  readonly isExempt: (pod: Pod) => boolean;
}

/** Pods that violate a level for the same reasons. */
interface Violators {
  /** The first one in alphabetical order. */
  readonly name: string;
  readonly count: number;
}

/** Warnings about pods that were created before their namespace got a level that they violate; they keep running. */
export function existingPodWarnings(
  { namespace, pods, enforce, isExempt }: ExistingPods,
  { evaluator, clock }: { readonly evaluator: PodEvaluator; readonly clock: Pick<Clock, 'monotonic'> },
): readonly string[] {
  const deadline = clock.monotonic() + MAX_MS;
  const all = differentFirst(pods, isExempt);
  const violators = new Map<string, Violators>();
  let checked = 0;
  for (const { metadata, spec } of all.slice(0, MAX_PODS)) {
    const findings = evaluator.evaluate(enforce, metadata, spec ?? { containers: [] });
    checked += 1;
    if (findings.length > 0) addViolator(violators, formatReasons(findings), metadata.name ?? '');
    if (clock.monotonic() > deadline) break;
  }
  return [
    ...(checked < all.length
      ? [`new PodSecurity enforce level only checked against the first ${checked} of ${all.length} existing pods`]
      : []),
    ...(violators.size > 0
      ? [
          `existing pods in namespace ${JSON.stringify(namespace)} violate the new PodSecurity enforce level ${JSON.stringify(formatLevelVersion(enforce))}`,
        ]
      : []),
    ...[...violators].map(([reasons, { name, count }]) => `${name}${others(count)}: ${reasons}`).sort(),
  ];
}

/** One pod of each controller before the others: pods of one controller usually violate the same. */
function differentFirst(pods: Iterable<Pod>, isExempt: (pod: Pod) => boolean): readonly Pod[] {
  const first: Pod[] = [];
  const alike: Pod[] = [];
  const controllers = new Set<string>();
  for (const pod of pods) {
    if (isExempt(pod)) continue;
    const owner = pod.metadata.ownerReferences?.find(({ controller }) => controller === true)?.uid;
    if (owner !== undefined && controllers.has(owner)) {
      alike.push(pod);
      continue;
    }
    first.push(pod);
    if (owner !== undefined) controllers.add(owner);
  }
  return [...first, ...alike];
}

function addViolator(violators: Map<string, Violators>, reasons: string, name: string): void {
  const known = violators.get(reasons);
  violators.set(reasons, {
    name: known === undefined || name < known.name ? name : known.name,
    count: (known?.count ?? 0) + 1,
  });
}

function others(count: number): string {
  if (count === 1) return '';
  return count === 2 ? ' (and 1 other pod)' : ` (and ${count - 1} other pods)`;
}
