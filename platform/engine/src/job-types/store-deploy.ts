import { growTemplateClaims } from '../delivery/grow-template-claims.ts';
import { statefulSetWorkload } from '../readiness/workload.ts';
import { workloadJob } from './workload-job.ts';

/** Delivers a StatefulSet, lets the claims of its copies grow as its templates ask, and waits until every pod runs its newest revision. */
export const storeDeploy = workloadJob('store_deploy', statefulSetWorkload, { thereupon: growTemplateClaims });
