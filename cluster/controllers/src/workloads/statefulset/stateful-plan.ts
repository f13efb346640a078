import type { StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { isAvailable, isFinished, isTerminating, scaledValue } from '../../pod-owner/index.ts';
import { podOrdinal, podRevision, wantedOrdinals } from './stateful-pod.ts';

/** A set, its pods and its two templates at one moment. */
export interface StatefulState {
  readonly set: StatefulSet;
  readonly pods: readonly Pod[];
  readonly currentRevision: string;
  readonly updateRevision: string;
  readonly now: number;
}

/** One step towards the wanted pods. */
export type StatefulAction =
  | { readonly kind: 'create'; readonly ordinal: number; readonly revision: string }
  | { readonly kind: 'remove'; readonly pod: Pod };

/**
 * What may be done now. Ordered sets do one thing at a time and wait for it: up from the lowest number, down and to a
 * new template from the highest. Parallel sets wait for nothing while scaling, but update in order too.
 */
export function planStatefulSet(state: StatefulState): readonly StatefulAction[] {
  const { set } = state;
  const wanted = wantedOrdinals(set);
  const byOrdinal = new Map<number, Pod>();
  for (const pod of state.pods) {
    const ordinal = podOrdinal(set, pod);
    if (ordinal !== undefined) byOrdinal.set(ordinal, pod);
  }
  const scaling =
    set.spec?.podManagementPolicy === 'Parallel'
      ? planParallel(state, wanted, byOrdinal)
      : planOrdered(state, wanted, byOrdinal);
  return scaling === 'settled' ? planUpdate(state, wanted, byOrdinal) : scaling;
}

type Plan = readonly StatefulAction[] | 'settled';
type Pods = ReadonlyMap<number, Pod>;

function planOrdered(state: StatefulState, wanted: readonly number[], pods: Pods): Plan {
  for (const ordinal of wanted) {
    const pod = pods.get(ordinal);
    if (pod === undefined) return [create(state, ordinal)];
    if (isTerminating(pod)) return [];
    if (isFinished(pod)) return [{ kind: 'remove', pod }];
    if (!isHealthy(state, pod)) {
      // Waiting for a pod with the old template that cannot start could be waiting for ever. One that runs is awaited, as in Kubernetes.
      return isOutdated(state, pod, ordinal) && !hasStarted(pod) ? [{ kind: 'remove', pod }] : [];
    }
  }
  const beyond = surplus(wanted, pods);
  const [highest] = beyond;
  if (highest === undefined) return 'settled';
  if (isTerminating(highest)) return [];
  // An unhealthy pod stays until all below it are healthy: it may hold what they need. Those that cannot become so are not awaited.
  const awaited = beyond.findLast((pod) => !isHealthy(state, pod) && !isFinished(pod) && hasStarted(pod));
  const isNext = awaited === undefined || awaited === highest || isHealthy(state, highest);
  return isNext ? [{ kind: 'remove', pod: highest }] : [];
}

function planParallel(state: StatefulState, wanted: readonly number[], pods: Pods): Plan {
  const actions: StatefulAction[] = [];
  for (const ordinal of wanted) {
    const pod = pods.get(ordinal);
    if (pod === undefined) actions.push(create(state, ordinal));
    else if (isFinished(pod) && !isTerminating(pod)) actions.push({ kind: 'remove', pod });
  }
  for (const pod of surplus(wanted, pods)) if (!isTerminating(pod)) actions.push({ kind: 'remove', pod });
  return actions.length > 0 ? actions : 'settled';
}

/**
 * From the highest number down to the partition, as many at a time as may be unavailable: one, unless a parallel set
 * allows more. An unavailable pod counts, whichever number it has; outdated pods that are unavailable are replaced first.
 */
function planUpdate(state: StatefulState, wanted: readonly number[], pods: Pods): readonly StatefulAction[] {
  const awaited: Pod[] = [];
  const broken: Pod[] = [];
  const serving: Pod[] = [];
  for (const ordinal of wanted.toReversed()) {
    const pod = pods.get(ordinal);
    if (pod === undefined) continue;
    const replaceable = isOutdated(state, pod, ordinal) && !isTerminating(pod);
    if (!isHealthy(state, pod)) (replaceable ? broken : awaited).push(pod);
    else if (replaceable) serving.push(pod);
  }
  const room = Math.max(0, maxUnavailable(state.set) - awaited.length);
  return [...broken, ...serving].slice(0, room).map((pod) => ({ kind: 'remove', pod }));
}

function maxUnavailable({ spec }: StatefulSet): number {
  const value = spec?.updateStrategy?.rollingUpdate?.maxUnavailable ?? 1;
  if (spec?.podManagementPolicy !== 'Parallel') return 1;
  return Math.max(1, scaledValue(value, spec?.replicas ?? 1, Math.floor));
}

function create(state: StatefulState, ordinal: number): StatefulAction {
  const revision = belowPartition(state, ordinal) ? state.currentRevision : state.updateRevision;
  return { kind: 'create', ordinal, revision };
}

/** Whether the pod is to be replaced for its template; with OnDelete the user does that. */
function isOutdated(state: StatefulState, pod: Pod, ordinal: number): boolean {
  if (state.set.spec?.updateStrategy?.type === 'OnDelete') return false;
  return !belowPartition(state, ordinal) && podRevision(pod) !== state.updateRevision;
}

function belowPartition({ set }: StatefulState, ordinal: number): boolean {
  const strategy = set.spec?.updateStrategy;
  const partition = strategy?.type === 'OnDelete' ? 0 : (strategy?.rollingUpdate?.partition ?? 0);
  return ordinal < (set.spec?.ordinals?.start ?? 0) + partition;
}

function isHealthy({ set, now }: StatefulState, pod: Pod): boolean {
  return (
    !isTerminating(pod) && pod.status?.phase === 'Running' && isAvailable(pod, set.spec?.minReadySeconds ?? 0, now)
  );
}

/** Whether all containers run: the image could be pulled, and none is in its back-off. */
function hasStarted({ status }: Pod): boolean {
  const { phase, containerStatuses = [] } = status ?? {};
  return phase === 'Running' && containerStatuses.every(({ state }) => state?.waiting === undefined);
}

/** Pods beyond the wanted numbers, highest first. */
function surplus(wanted: readonly number[], pods: Pods): readonly Pod[] {
  const kept = new Set(wanted);
  return [...pods]
    .filter(([ordinal]) => !kept.has(ordinal))
    .sort(([a], [b]) => b - a)
    .map(([, pod]) => pod);
}
