import { cronJobWorkload } from '../readiness/workload.ts';
import { workloadJob } from './workload-job.ts';

/** Delivers a CronJob; it is not waited for its first run. */
export const cronDeploy = workloadJob('cron_deploy', cronJobWorkload);
