import type { CronJob, Job } from '@kubemin/kubeapi/types/batch.v1';
import {
  CONDITION_STATUSES,
  enumSamples,
  type StateKind,
  type StateMetric,
  singleSampleMetric,
  unixTime,
} from './state-metric.ts';

export const jobState: StateKind<Job> = {
  resource: 'jobs',
  identity: { namespace: 'namespace', job_name: 'name' },
  metrics: [
    singleSampleMetric('kube_job_spec_completions', 'Pods that are to succeed.', ({ spec }) => spec?.completions),
    singleSampleMetric('kube_job_spec_parallelism', 'Pods that may run at once.', ({ spec }) => spec?.parallelism ?? 1),
    singleSampleMetric('kube_job_status_active', 'Pods at work.', ({ status }) => status?.active ?? 0),
    singleSampleMetric('kube_job_status_succeeded', 'Pods that succeeded.', ({ status }) => status?.succeeded ?? 0),
    singleSampleMetric('kube_job_status_failed', 'Pods that failed.', ({ status }) => status?.failed ?? 0),
    singleSampleMetric('kube_job_status_start_time', 'When it began.', ({ status }) => unixTime(status?.startTime)),
    singleSampleMetric('kube_job_status_completion_time', 'When it was done.', ({ status }) =>
      unixTime(status?.completionTime),
    ),
    jobConditionMetric('kube_job_complete', 'Jobs that are done.', 'Complete'),
    jobConditionMetric('kube_job_failed', 'Jobs that failed.', 'Failed'),
  ],
};

export const cronJobState: StateKind<CronJob> = {
  resource: 'cronjobs',
  identity: { namespace: 'namespace', cronjob: 'name' },
  metrics: [
    singleSampleMetric('kube_cronjob_spec_suspend', 'Whether it is suspended.', ({ spec }) =>
      Number(spec?.suspend ?? false),
    ),
    singleSampleMetric('kube_cronjob_status_active', 'Jobs at work.', ({ status }) => status?.active?.length ?? 0),
    singleSampleMetric('kube_cronjob_status_last_schedule_time', 'When a job was last due.', ({ status }) => {
      return unixTime(status?.lastScheduleTime);
    }),
    singleSampleMetric('kube_cronjob_status_last_successful_time', 'When a job last succeeded.', ({ status }) => {
      return unixTime(status?.lastSuccessfulTime);
    }),
  ],
};

function jobConditionMetric(name: string, help: string, type: string): StateMetric<Job> {
  return {
    name,
    help,
    labels: ['condition'],
    read({ status }) {
      const condition = status?.conditions?.find((other) => other.type === type);
      return condition === undefined ? [] : enumSamples(CONDITION_STATUSES, condition.status.toLowerCase());
    },
  };
}
