import { deploymentWorkload } from '../readiness/workload.ts';
import { workloadJob } from './workload-job.ts';

/** Delivers a Deployment and waits until its rollout is complete. */
export const deploy = workloadJob('deploy', deploymentWorkload);
