import type { KubeObject } from '@kubemin/kubeapi';
import {
  cronJobWorkload,
  daemonSetWorkload,
  deploymentWorkload,
  growTemplateClaims,
  jobWorkload,
  statefulSetWorkload,
  type Workload,
  workloadWait,
} from '../../delivery/index.ts';
import type { JobType } from '../../task/index.ts';
import { type ObjectJobOptions, objectJob } from './object-job.ts';

/** Makes a job type that delivers a kind of workload and waits until it runs what was delivered, whole. */
function workloadJob<T extends KubeObject>(
  name: string,
  workload: Workload<T>,
  more: Pick<ObjectJobOptions, 'afterDelivery'> = {},
): JobType {
  return objectJob({
    name,
    kind: workload.resource.kind,
    priority: 10,
    prune: { resource: workload.resource, after: 'component' },
    timeoutMs: (settings) => settings.deployTimeoutMs,
    untilReady: workloadWait(workload),
    ...more,
  });
}

/** Delivers a CronJob; it is not waited for its first run. */
export const cronDeploy = workloadJob('cron_deploy', cronJobWorkload);

/** Delivers a DaemonSet and waits until it runs on every machine it should. */
export const daemonDeploy = workloadJob('daemon_deploy', daemonSetWorkload);

/** Delivers a Deployment and waits until its rollout is complete. */
export const deploy = workloadJob('deploy', deploymentWorkload);

/** Delivers a Job and waits until it has run to its end. One that is finished and unchanged is not run again. */
export const jobRun = workloadJob('job_run', jobWorkload);

/** Delivers a StatefulSet, lets the claims of its copies grow as its templates ask, and waits until every pod runs its newest revision. */
export const storeDeploy = workloadJob('store_deploy', statefulSetWorkload, { afterDelivery: growTemplateClaims });
