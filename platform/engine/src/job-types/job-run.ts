import { jobWorkload } from '../readiness/workload.ts';
import { workloadJob } from './workload-job.ts';

/** Delivers a Job and waits until it has run to its end. One that is finished and unchanged is not run again. */
export const jobRun = workloadJob('job_run', jobWorkload);
