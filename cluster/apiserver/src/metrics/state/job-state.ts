import type { CronJob, Job } from '@kubemin/kubeapi/types/batch.v1';
import { CONDITION_STATUSES, oneOf, type StateKind, type StateMetric, single, unixTime } from './state-metric.ts';

export const jobState: StateKind<Job> = {
  resource: 'jobs',
  identity: { namespace: 'namespace', job_name: 'name' },
  metrics: [
    single('kube_job_spec_completions', 'Pods that are to succeed.', ({ spec }) => spec?.completions),
    single('kube_job_spec_parallelism', 'Pods that may run at once.', ({ spec }) => spec?.parallelism ?? 1),
    single('kube_job_status_active', 'Pods at work.', ({ status }) => status?.active ?? 0),
    single('kube_job_status_succeeded', 'Pods that succeeded.', ({ status }) => status?.succeeded ?? 0),
    single('kube_job_status_failed', 'Pods that failed.', ({ status }) => status?.failed ?? 0),
    single('kube_job_status_start_time', 'When it began.', ({ status }) => unixTime(status?.startTime)),
    single('kube_job_status_completion_time', 'When it was done.', ({ status }) => unixTime(status?.completionTime)),
    ended('kube_job_complete', 'Jobs that are done.', 'Complete'),
    ended('kube_job_failed', 'Jobs that failed.', 'Failed'),
  ],
};

export const cronJobState: StateKind<CronJob> = {
  resource: 'cronjobs',
  identity: { namespace: 'namespace', cronjob: 'name' },
  metrics: [
    single('kube_cronjob_spec_suspend', 'Whether it is suspended.', ({ spec }) => Number(spec?.suspend ?? false)),
    single('kube_cronjob_status_active', 'Jobs at work.', ({ status }) => status?.active?.length ?? 0),
    single('kube_cronjob_status_last_schedule_time', 'When a job was last due.', ({ status }) => {
      return unixTime(status?.lastScheduleTime);
    }),
    single('kube_cronjob_status_last_successful_time', 'When a job last succeeded.', ({ status }) => {
      return unixTime(status?.lastSuccessfulTime);
    }),
  ],
};

function ended(name: string, help: string, type: string): StateMetric<Job> {
  return {
    name,
    help,
    labels: ['condition'],
    read({ status }) {
      const condition = status?.conditions?.find((other) => other.type === type);
      return condition === undefined ? [] : oneOf(CONDITION_STATUSES, condition.status.toLowerCase());
    },
  };
}
