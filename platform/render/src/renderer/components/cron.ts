import type { PropertiesData } from '@kubemin/model';
import type { ComponentRenderer } from '../component-renderer.ts';
import { cronJob, cronJobName } from '../cron-job.ts';
import { jobPod } from '../job-spec.ts';

/** cron → CronJob. */
export const cron: ComponentRenderer<PropertiesData['cron']> = {
  render(context) {
    const name = cronJobName(context);
    const pod = jobPod(context, { apiVersion: 'batch/v1', kind: 'CronJob', name, claims: 'none' });
    return cronJob(context, pod, context.component.properties);
  },
};
