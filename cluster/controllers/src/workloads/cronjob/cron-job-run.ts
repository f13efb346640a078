import type { ZonedTime } from '@kubemin/base/cron';
import { controllerReference } from '@kubemin/controller';
import type { CronJob, Job } from '@kubemin/kubeapi/types/batch.v1';
import type { ObjectReference } from '@kubemin/kubeapi/types/core.v1';

const SCHEDULED = 'batch.kubernetes.io/cronjob-scheduled-timestamp';

/** The name of the Job for one time of the schedule: the same however often it is tried, so it cannot run twice. */
export function runName({ metadata }: CronJob, scheduledMs: number): string {
  return `${metadata.name}-${Math.floor(scheduledMs / 60_000)}`;
}

/** The Job for one time of the schedule. */
export function cronJobRun(cronJob: CronJob, scheduledMs: number, zone: ZonedTime): Job {
  const { metadata = {}, spec } = cronJob.spec?.jobTemplate ?? {};
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name: runName(cronJob, scheduledMs),
      namespace: cronJob.metadata.namespace ?? 'default',
      ...(metadata.labels && { labels: metadata.labels }),
      annotations: { ...metadata.annotations, [SCHEDULED]: zone.text(scheduledMs) },
      ...(metadata.finalizers && { finalizers: metadata.finalizers }),
      ownerReferences: [controllerReference(cronJob)],
    },
    ...(spec && { spec }),
  };
}

/** For which time of the schedule a Job was made. */
export function scheduledAt({ metadata }: Job): number | undefined {
  return Date.parse(metadata.annotations?.[SCHEDULED] ?? '') || undefined;
}

/** The reference by which a CronJob names a Job at work. */
export function activeReference({ apiVersion, kind, metadata }: Job): ObjectReference {
  const { name = '', namespace = 'default', uid = '', resourceVersion = '' } = metadata;
  return { apiVersion, kind, name, namespace, uid, resourceVersion };
}
