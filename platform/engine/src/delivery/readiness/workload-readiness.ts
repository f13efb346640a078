import type { DaemonSet, Deployment, StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { readinessMessages } from '../../messages/index.ts';
import { type PodTrouble, podTroubles } from './pod-trouble.ts';
import { failed, type Readiness, ready, waiting } from './readiness.ts';

/** Whether a Deployment runs its newest template, whole. `pods` are those of the newest template. */
export function deploymentReadiness(deployment: Deployment, pods: readonly Pod[]): Readiness {
  const { status } = deployment;
  const unseen = notObserved(deployment);
  if (unseen !== undefined) return unseen;
  const progressing = status?.conditions?.find(({ type }) => type === 'Progressing');
  const trouble = podTroubles(pods)[0];
  if (progressing?.reason === 'ProgressDeadlineExceeded') {
    if (trouble !== undefined) return failed(trouble.trouble, trouble.message);
    const reason = progressing.message ?? progressing.reason;
    return failed('ProgressDeadlineExceeded', readinessMessages.noProgress({ reason }));
  }
  const refused = status?.conditions?.find(({ type }) => type === 'ReplicaFailure');
  const extra =
    refused?.status === 'True'
      ? readinessMessages.podsNotCreated({ reason: refused.message ?? refused.reason ?? '' })
      : undefined;
  return rollout({
    wanted: deployment.spec?.replicas ?? 1,
    updated: status?.updatedReplicas ?? 0,
    total: status?.replicas ?? 0,
    ready: status?.readyReplicas ?? 0,
    trouble:
      trouble?.fatal === true || extra === undefined
        ? trouble
        : { trouble: 'ReplicaFailure', fatal: false, message: extra },
  });
}

/** Whether a StatefulSet runs its newest revision, whole. `pods` are those of the newest revision. */
export function statefulSetReadiness(set: StatefulSet, pods: readonly Pod[]): Readiness {
  const { status } = set;
  const unseen = notObserved(set);
  if (unseen !== undefined) return unseen;
  const wanted = set.spec?.replicas ?? 1;
  // Pods below the partition are meant to stay as they are.
  const kept = Math.min(wanted, set.spec?.updateStrategy?.rollingUpdate?.partition ?? 0);
  // Once a rollout is over, current and update revision are the same and only then is updatedReplicas sure to be set.
  const settled = status?.updateRevision !== undefined && status.updateRevision === status.currentRevision;
  return rollout({
    wanted,
    updated: settled ? (status?.replicas ?? 0) : Math.min(wanted, (status?.updatedReplicas ?? 0) + kept),
    total: status?.replicas ?? 0,
    ready: status?.readyReplicas ?? 0,
    trouble: podTroubles(pods)[0],
  });
}

/** Whether a DaemonSet runs its newest template on every machine that should have it. */
export function daemonSetReadiness(set: DaemonSet, pods: readonly Pod[]): Readiness {
  const { status } = set;
  const unseen = notObserved(set);
  if (unseen !== undefined) return unseen;
  const wanted = status?.desiredNumberScheduled ?? 0;
  if (wanted === 0) return ready(readinessMessages.noNode);
  return rollout({
    wanted,
    updated: status?.updatedNumberScheduled ?? 0,
    total: status?.currentNumberScheduled ?? 0,
    ready: status?.numberReady ?? 0,
    trouble: podTroubles(pods)[0],
  });
}

interface Rollout {
  readonly wanted: number;
  readonly updated: number;
  readonly total: number;
  readonly ready: number;
  readonly trouble: PodTrouble | undefined;
}

function rollout({ wanted, updated, total, ready: readyCount, trouble }: Rollout): Readiness {
  if (updated === wanted && total === wanted && readyCount === wanted) {
    return ready(
      wanted === 0 ? readinessMessages.scaledToZero : readinessMessages.ready({ ready: readyCount, wanted }),
    );
  }
  if (trouble?.fatal === true) return failed(trouble.trouble, trouble.message);
  const counts =
    updated < wanted
      ? readinessMessages.updated({ updated, wanted })
      : total > wanted
        ? readinessMessages.oldRunning({ count: total - wanted })
        : readinessMessages.ready({ ready: readyCount, wanted });
  if (trouble === undefined) return waiting(counts);
  return waiting(readinessMessages.andMissing({ state: counts, missing: trouble.message }), trouble.trouble);
}

function notObserved(object: DaemonSet | Deployment | StatefulSet): Readiness | undefined {
  const seen = object.status?.observedGeneration ?? 0;
  if (seen >= (object.metadata.generation ?? 1)) return undefined;
  return waiting(readinessMessages.notObserved);
}
