import { verbatim } from '@kubemin/base/message';
import type { KubeObject, ResourceType } from '@kubemin/kubeapi';
import { apps, batch, core } from '@kubemin/kubeapi/resources';
import type { DaemonSet, Deployment, StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import type { CronJob, Job } from '@kubemin/kubeapi/types/batch.v1';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { readinessMessages } from '../../messages/index.ts';
import type { ComponentObjects } from '../../task/index.ts';
import { currentPodsOfDeployment, currentPodsOfStatefulSet, podsOwnedBy } from './current-pods.ts';
import { podTroubles } from './pod-trouble.ts';
import { failed, type Readiness, ready, waiting } from './readiness.ts';
import { daemonSetReadiness, deploymentReadiness, statefulSetReadiness } from './workload-readiness.ts';

/** A kind of object that runs pods, and the only function that determines its readiness: for runs and for status requests. */
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
    currentPodsOfDeployment(deployment, objects.list(apps.v1.replicasets), objects.list(core.v1.pods)),
  readiness: deploymentReadiness,
});

/** StatefulSets, judged by the pods of their newest revision. */
export const statefulSetWorkload = workload<StatefulSet>({
  resource: apps.v1.statefulsets,
  related: [core.v1.pods],
  pods: (set, objects) => currentPodsOfStatefulSet(set, objects.list(core.v1.pods)),
  readiness: statefulSetReadiness,
});

/** DaemonSets, judged by all of their pods. */
export const daemonSetWorkload = workload<DaemonSet>({
  resource: apps.v1.daemonsets,
  related: [core.v1.pods],
  pods: (set, objects) => podsOwnedBy(set, objects.list(core.v1.pods)),
  readiness: daemonSetReadiness,
});

/** Jobs, which are ready when they have run to their end. */
export const jobWorkload = workload<Job>({
  resource: batch.v1.jobs,
  related: [core.v1.pods],
  pods: (job, objects) => podsOwnedBy(job, objects.list(core.v1.pods)),
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

/** Whether a Job has run to its end; one that is suspended has nothing to do. */
export function jobReadiness({ spec, status }: Job, pods: readonly Pod[]): Readiness {
  const condition = (type: string) => status?.conditions?.find((each) => each.type === type && each.status === 'True');
  const wanted = spec?.completions ?? 1;
  const succeeded = status?.succeeded ?? 0;
  if (condition('Complete') !== undefined) return ready(readinessMessages.jobCompleted({ succeeded, wanted }));
  const failure = condition('Failed');
  const trouble = podTroubles(pods)[0];
  if (failure !== undefined) {
    const why = failure.message ?? failure.reason;
    const reason = why === undefined ? readinessMessages.noReason : verbatim(why);
    const pod = trouble === undefined ? undefined : readinessMessages.jobFailedPod({ trouble: trouble.message });
    return failed('JobFailed', readinessMessages.jobFailed({ reason, pod }));
  }
  if (spec?.suspend === true) return ready(readinessMessages.suspended);
  if (trouble?.fatal === true) return failed(trouble.trouble, trouble.message);
  const counts = readinessMessages.jobProgress({ succeeded, wanted, active: status?.active ?? 0 });
  if (trouble === undefined) return waiting(counts);
  return waiting(readinessMessages.andMissing({ state: counts, missing: trouble.message }), trouble.trouble);
}

/** A CronJob has nothing to do until its time comes. */
export function cronJobReadiness({ spec, status }: CronJob): Readiness {
  if (spec?.suspend === true) return ready(readinessMessages.suspended);
  const { schedule = '', timeZone } = spec ?? {};
  const time = status?.lastScheduleTime;
  const zone = timeZone === undefined ? undefined : readinessMessages.timeZone({ zone: timeZone });
  const last = time === undefined ? undefined : readinessMessages.lastStarted({ time });
  return ready(readinessMessages.schedule({ schedule, zone, last }));
}
