import type { Job } from '@kubemin/kubeapi/types/batch.v1';
import type { PropertiesData } from '@kubemin/model';
import { generatedName } from '../../object/index.ts';
import type { ComponentRenderer } from '../component-renderer.ts';
import { cronJob, cronJobName } from '../cron-job.ts';
import { jobPod, jobSpec } from '../job-spec.ts';
import { objectMeta } from '../object-meta.ts';

/** job → Job; with a schedule → CronJob. What a Job runs cannot be changed, so a changed one takes its place. */
export const job: ComponentRenderer<PropertiesData['job']> = {
  render(context) {
    const { component, appId } = context;
    const name = generatedName({ prefix: 'job', name: component.name, appId });
    const pod = jobPod(context, { apiVersion: 'batch/v1', kind: 'Job', name, claims: 'none' });
    if (pod.schedule !== undefined) return cronJob(context, pod, pod.schedule);
    const object: Job = {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: objectMeta(context, name),
      spec: { suspend: component.replicas === 0, ...jobSpec(context, pod) },
    };
    return [...pod.objects, { object, onChange: 'replace' }];
  },
};

/** cron → CronJob. */
export const cron: ComponentRenderer<PropertiesData['cron']> = {
  render(context) {
    const name = cronJobName(context);
    const pod = jobPod(context, { apiVersion: 'batch/v1', kind: 'CronJob', name, claims: 'none' });
    return cronJob(context, pod, context.component.properties);
  },
};
