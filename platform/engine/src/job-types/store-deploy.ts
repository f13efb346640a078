import { statefulSetWorkload } from '../readiness/workload.ts';
import { workloadJob } from './workload-job.ts';

/** Delivers a StatefulSet and waits until every pod runs its newest revision. */
export const storeDeploy = workloadJob('store_deploy', statefulSetWorkload);
