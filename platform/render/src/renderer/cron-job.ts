import type { CronJob, CronJobSpec } from '@kubemin/kubeapi/types/batch.v1';
import type { PropertiesData } from '@kubemin/model';
import { generatedName, LONGEST_CRON_JOB_NAME, type ObjectDraft } from '../object/index.ts';
import type { ComponentContext, PodResult } from './component-renderer.ts';
import { jobSpec } from './job-spec.ts';
import { objectMeta } from './object-meta.ts';

type JobContext = ComponentContext<PropertiesData['job']>;

/** When something runs again and again. */
export type Schedule = Omit<PropertiesData['cron'], keyof PropertiesData['job']>;

/** The name of a component's CronJob. */
export function cronJobName({ component, appId }: Pick<ComponentContext<unknown>, 'component' | 'appId'>): string {
  return generatedName({ prefix: 'cron', name: component.name, appId, longest: LONGEST_CRON_JOB_NAME });
}

/** The CronJob of a component, and what its traits want beside it. */
export function cronJob(context: JobContext, pod: PodResult, schedule: Schedule): readonly ObjectDraft[] {
  const object: CronJob = {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: objectMeta(context, cronJobName(context)),
    spec: cronJobSpec(context, pod, schedule),
  };
  return [...pod.objects, { object }];
}

function cronJobSpec(context: JobContext, pod: PodResult, schedule: Schedule): CronJobSpec {
  const { timeZone, startingDeadlineSeconds } = schedule;
  const labels = pod.template.metadata?.labels;
  return {
    schedule: schedule.schedule,
    ...(timeZone === undefined ? {} : { timeZone }),
    concurrencyPolicy: schedule.concurrencyPolicy,
    ...(startingDeadlineSeconds === undefined ? {} : { startingDeadlineSeconds }),
    successfulJobsHistoryLimit: schedule.successfulJobsHistoryLimit,
    failedJobsHistoryLimit: schedule.failedJobsHistoryLimit,
    suspend: schedule.suspend || context.component.replicas === 0,
    // The Jobs carry the owner labels too, so that they are found as the component's.
    jobTemplate: { ...(labels === undefined ? {} : { metadata: { labels } }), spec: jobSpec(context, pod) },
  };
}
