import { growTemplateClaims } from '../delivery/grow-template-claims.ts';
import { workloadWait } from '../readiness/await-workload.ts';
import { statefulSetWorkload } from '../readiness/workload.ts';
import { workloadJob } from './workload-job.ts';

const untilRolledOut = workloadWait(statefulSetWorkload);

/** Delivers a StatefulSet, lets the claims of its copies grow as its templates ask, and waits until every pod runs its newest revision. */
export const storeDeploy = workloadJob('store_deploy', statefulSetWorkload, async (context, delivered, done) => {
  const changes = await growTemplateClaims(context, delivered);
  return untilRolledOut(context, delivered, [done, ...changes].join('; '));
});
