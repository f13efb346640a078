import type { KubeObject, ResourceType } from '@kubemin/kubeapi';
import { apps, batch, core } from '@kubemin/kubeapi/resources';
import type { DaemonSet, Deployment, StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import type { CronJob, Job } from '@kubemin/kubeapi/types/batch.v1';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { currentPodsOfDeployment, currentPodsOfStatefulSet, podsOwnedBy } from './current-pods.ts';
import { cronJobReadiness, jobReadiness } from './job-readiness.ts';
import type { ComponentObjects } from './managed-objects.ts';
import type { Readiness } from './readiness.ts';
import { daemonSetReadiness, deploymentReadiness, statefulSetReadiness } from './workload-readiness.ts';

/** A kind of object that runs pods, and the one judgement of how it fares: for runs and for whoever asks later. */
export interface Workload<T extends KubeObject> {
  readonly resource: ResourceType<T>;
  /** What is looked at beside the object itself: a change there may change the judgement. */
  readonly related: readonly ResourceType[];
  /** The pods it is judged by: those of its newest template. */
  pods(workload: T, objects: ComponentObjects): readonly Pod[];
  /** Pure; `objects` are those of the workload's component. */
  judge(workload: T, objects: ComponentObjects): Readiness;
}

/** Deployments, judged by their newest ReplicaSet's pods. */
export const deploymentWorkload = workload<Deployment>({
  resource: apps.v1.deployments,
  related: [apps.v1.replicasets, core.v1.pods],
  pods: (deployment, objects) =>
    currentPodsOfDeployment(deployment, objects.of(apps.v1.replicasets), objects.of(core.v1.pods)),
  readiness: deploymentReadiness,
});

/** StatefulSets, judged by the pods of their newest revision. */
export const statefulSetWorkload = workload<StatefulSet>({
  resource: apps.v1.statefulsets,
  related: [core.v1.pods],
  pods: (set, objects) => currentPodsOfStatefulSet(set, objects.of(core.v1.pods)),
  readiness: statefulSetReadiness,
});

/** DaemonSets, judged by all of their pods. */
export const daemonSetWorkload = workload<DaemonSet>({
  resource: apps.v1.daemonsets,
  related: [core.v1.pods],
  pods: (set, objects) => podsOwnedBy(set, objects.of(core.v1.pods)),
  readiness: daemonSetReadiness,
});

/** Jobs, which are ready when they have run to their end. */
export const jobWorkload = workload<Job>({
  resource: batch.v1.jobs,
  related: [core.v1.pods],
  pods: (job, objects) => podsOwnedBy(job, objects.of(core.v1.pods)),
  readiness: jobReadiness,
});

/** CronJobs, which are ready when they are there. */
export const cronJobWorkload = workload<CronJob>({
  resource: batch.v1.cronjobs,
  related: [],
  pods: () => [],
  readiness: cronJobReadiness,
});

function workload<T extends KubeObject>({
  readiness,
  ...kind
}: Omit<Workload<T>, 'judge'> & {
  readonly readiness: (object: T, pods: readonly Pod[]) => Readiness;
}): Workload<T> {
  return { ...kind, judge: (object, objects) => readiness(object, kind.pods(object, objects)) };
}
