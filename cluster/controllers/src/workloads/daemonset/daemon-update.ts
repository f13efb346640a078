import type { DaemonSet } from '@kubemin/kubeapi/types/apps.v1';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { isActive, isAvailable, isTerminating, scaledValue } from '../../pod-owner/index.ts';
import type { DaemonAction, DaemonPlace, DaemonState } from './daemon-plan.ts';
import { podRevisionHash } from './daemon-pod.ts';

/** How far an update may stray from one available pod per node. */
export interface UpdateLimits {
  readonly maxUnavailable: number;
  readonly maxSurge: number;
}

/** The limits in nodes; percentages round up. */
export function updateLimits({ spec }: DaemonSet, nodes: number): UpdateLimits {
  const { maxUnavailable = 1, maxSurge = 0 } = spec?.updateStrategy?.rollingUpdate ?? {};
  const surge = scaledValue(maxSurge, nodes, Math.ceil);
  const unavailable = scaledValue(maxUnavailable, nodes, Math.ceil);
  return { maxSurge: surge, maxUnavailable: surge === 0 ? Math.max(1, unavailable) : unavailable };
}

/** The next steps of bringing a new template to the nodes that want a pod. */
export function planUpdate(state: DaemonState, places: readonly DaemonPlace[]): readonly DaemonAction[] {
  const limits = updateLimits(state.set, places.length);
  const sites = places.map((place) => inspectSite(state, place));
  return limits.maxSurge > 0 ? surge(sites, limits.maxSurge) : replace(sites, limits.maxUnavailable);
}

/** A place seen by an update. */
interface Site {
  readonly node: string;
  readonly old: Pod | undefined;
  readonly new: Pod | undefined;
  readonly oldAvailable: boolean;
  readonly newAvailable: boolean;
  /** Something there is still going. */
  readonly leaving: boolean;
}

function inspectSite({ set, revision, now }: DaemonState, { node, pods }: DaemonPlace): Site {
  const active = pods.filter(isActive);
  const fresh = active.find((pod) => podRevisionHash(pod) === revision);
  const old = active.find((pod) => podRevisionHash(pod) !== revision);
  const available = (pod: Pod | undefined): boolean =>
    pod !== undefined && isAvailable(pod, set.spec?.minReadySeconds ?? 0, now);
  const leaving = pods.some(isTerminating);
  return { node, old, new: fresh, oldAvailable: available(old), newAvailable: available(fresh), leaving };
}

/** Old pods are deleted first, as many as may be unavailable; those that are not available do not count. */
function replace(sites: readonly Site[], maxUnavailable: number): readonly DaemonAction[] {
  const outdated = sites.filter((site) => site.old !== undefined && site.new === undefined);
  const broken = outdated.filter((site) => !site.oldAvailable);
  const unavailable = sites.filter((site) => !site.oldAvailable && !site.newAvailable).length;
  const spare = Math.max(0, maxUnavailable - unavailable);
  const serving = outdated.filter((site) => site.oldAvailable && !site.leaving).slice(0, spare);
  return [...broken, ...serving].flatMap(({ old }) => removal(old));
}

/** New pods come first, and the old one beside each goes when the new one serves. */
function surge(sites: readonly Site[], maxSurge: number): readonly DaemonAction[] {
  const relieved = sites.filter((site) => site.old !== undefined && site.newAvailable);
  const surging = sites.filter((site) => site.old !== undefined && site.new !== undefined && !site.newAvailable).length;
  const waiting = sites.filter((site) => site.old !== undefined && site.new === undefined && !site.leaving);
  const broken = waiting.filter((site) => !site.oldAvailable);
  const spare = Math.max(0, maxSurge - surging - broken.length);
  const next = [...broken, ...waiting.filter((site) => site.oldAvailable).slice(0, spare)];
  return [
    ...relieved.flatMap(({ old }) => removal(old)),
    ...next.map(({ node }): DaemonAction => ({ kind: 'create', node })),
  ];
}

function removal(pod: Pod | undefined): readonly DaemonAction[] {
  return pod === undefined ? [] : [{ kind: 'remove', pod, why: 'outdated' }];
}
