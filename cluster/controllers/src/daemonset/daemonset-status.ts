import type { DaemonSetStatus } from '@kubemin/kubeapi/types/apps.v1';
import { availableAt, isAvailable, isReady } from '../pod/pod-state.ts';
import { runsOn } from './daemon-node.ts';
import { type DaemonState, podsByNode } from './daemon-plan.ts';
import { revisionOf } from './daemon-pod.ts';

/** The status that tells what was observed: of several pods on one node the oldest counts. */
export function daemonSetStatus({ set, nodes, pods, revision, now }: DaemonState): DaemonSetStatus {
  const byNode = podsByNode(pods);
  const uses = nodes.map((node) => ({
    run: runsOn(set, node).run,
    pod: byNode.get(node.metadata.name ?? '')?.[0],
  }));
  const wanted = uses.filter(({ run }) => run);
  const there = wanted.flatMap(({ pod }) => (pod === undefined ? [] : [pod]));
  const available = there.filter((pod) => isAvailable(pod, set.spec?.minReadySeconds ?? 0, now)).length;
  return {
    desiredNumberScheduled: wanted.length,
    currentNumberScheduled: there.length,
    numberMisscheduled: uses.filter(({ run, pod }) => !run && pod !== undefined).length,
    numberReady: there.filter(isReady).length,
    updatedNumberScheduled: there.filter((pod) => revisionOf(pod) === revision).length,
    numberAvailable: available,
    numberUnavailable: wanted.length - available,
    observedGeneration: set.metadata.generation ?? 0,
  };
}

/** In how many ms the next pod becomes available just by time passing. */
export function nextAvailabilityMs({ set, pods, now }: DaemonState): number | undefined {
  const minReady = set.spec?.minReadySeconds ?? 0;
  const waits = pods.map((pod) => (availableAt(pod, minReady) ?? 0) - now).filter((wait) => wait > 0);
  return waits.length === 0 ? undefined : Math.min(...waits);
}
