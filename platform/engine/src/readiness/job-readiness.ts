import type { CronJob, Job } from '@kubemin/kubeapi/types/batch.v1';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { podTroubles } from './pod-trouble.ts';
import { failed, type Readiness, ready, waiting } from './readiness.ts';

/** Whether a Job has run to its end; one that is suspended has nothing to do. */
export function jobReadiness({ spec, status }: Job, pods: readonly Pod[]): Readiness {
  const condition = (type: string) => status?.conditions?.find((each) => each.type === type && each.status === 'True');
  const wanted = spec?.completions ?? 1;
  const succeeded = status?.succeeded ?? 0;
  if (condition('Complete') !== undefined) return ready(`completed, ${succeeded} of ${wanted} succeeded`);
  const failure = condition('Failed');
  const trouble = podTroubles(pods)[0];
  if (failure !== undefined) {
    const why = failure.message ?? failure.reason ?? 'it says not why';
    const pod = trouble === undefined ? '' : `; ${trouble.message}`;
    return failed('JobFailed', `the job failed: ${why}${pod}; look at its logs`);
  }
  if (spec?.suspend === true) return ready('suspended, so nothing runs');
  if (trouble?.fatal === true) return failed(trouble.trouble, trouble.message);
  const counts = `${succeeded} of ${wanted} succeeded, ${status?.active ?? 0} running`;
  return trouble === undefined ? waiting(counts) : waiting(`${counts}; ${trouble.message}`, trouble.trouble);
}

/** A CronJob has nothing to do until its time comes. */
export function cronJobReadiness({ spec, status }: CronJob): Readiness {
  if (spec?.suspend === true) return ready('suspended, so nothing runs');
  const zone = spec?.timeZone === undefined ? '' : ` (${spec.timeZone})`;
  const last = status?.lastScheduleTime === undefined ? '' : `, last started ${status.lastScheduleTime}`;
  return ready(`runs at "${spec?.schedule ?? ''}"${zone}${last}`);
}
