import type { KubeObject, ResourceType } from '@kubemin/kubeapi';
import { apps, batch, core } from '@kubemin/kubeapi/resources';
import type { DaemonSet, Deployment, StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import type { CronJob, Job } from '@kubemin/kubeapi/types/batch.v1';
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
  /** Pure; `objects` are those of the workload's component. */
  judge(workload: T, objects: ComponentObjects): Readiness;
}

/** Deployments, judged by their newest ReplicaSet's pods. */
export const deploymentWorkload: Workload<Deployment> = {
  resource: apps.v1.deployments,
  related: [apps.v1.replicasets, core.v1.pods],
  judge: (deployment, objects) =>
    deploymentReadiness(
      deployment,
      currentPodsOfDeployment(deployment, objects.of(apps.v1.replicasets), objects.of(core.v1.pods)),
    ),
};

/** StatefulSets, judged by the pods of their newest revision. */
export const statefulSetWorkload: Workload<StatefulSet> = {
  resource: apps.v1.statefulsets,
  related: [core.v1.pods],
  judge: (set, objects) => statefulSetReadiness(set, currentPodsOfStatefulSet(set, objects.of(core.v1.pods))),
};

/** DaemonSets, judged by all of their pods. */
export const daemonSetWorkload: Workload<DaemonSet> = {
  resource: apps.v1.daemonsets,
  related: [core.v1.pods],
  judge: (set, objects) => daemonSetReadiness(set, podsOwnedBy(set, objects.of(core.v1.pods))),
};

/** Jobs, which are ready when they have run to their end. */
export const jobWorkload: Workload<Job> = {
  resource: batch.v1.jobs,
  related: [core.v1.pods],
  judge: (job, objects) => jobReadiness(job, podsOwnedBy(job, objects.of(core.v1.pods))),
};

/** CronJobs, which are ready when they are there. */
export const cronJobWorkload: Workload<CronJob> = {
  resource: batch.v1.cronjobs,
  related: [],
  judge: cronJobReadiness,
};
