import { toError } from '@kubemin/base';
import type { Job } from '../job.ts';
import { hasPods, readWorkloadLog } from '../readiness/workload-log.ts';
import { Interruption, orInterrupted } from './interruption.ts';
import type { JobRunOptions } from './job-run.ts';

const GRACE_MS = 3_000;

/**
 * Stores what the pods that came with a job have written so far, since it cannot be read once they are gone. Call it
 * before the end of the job is stored. Never fails, and takes no longer than its grace.
 */
export async function keepWorkloadLog({ dependencies, owner, appId, logger }: JobRunOptions, job: Job): Promise<void> {
  if (!hasPods(job)) return;
  const { client, clock, logs } = dependencies;
  const late = new AbortController();
  const stopTimer = clock.after(GRACE_MS, () =>
    late.abort(new Interruption('timeout', 'it took too long to read what the pods have written')),
  );
  try {
    const { signal } = late;
    const log = await orInterrupted(readWorkloadLog(client, { appId, job, pods: 'run', signal }), signal);
    if (log !== undefined) await logs.keep(owner, job.id, log);
  } catch (thrown) {
    logger.debug('what the pods of a job have written was not kept', { jobId: job.id, error: toError(thrown) });
  } finally {
    stopTimer();
  }
}
