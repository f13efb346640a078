import { toError } from '@kubemin/base';
import { runMessages } from '../messages/index.ts';
import {
  Interruption,
  type InterruptionKind,
  isTaskFinished,
  type Job,
  type JobLog,
  raceWithAbort,
} from '../task/index.ts';
import type { JobRunOptions } from './job-run.ts';
import type { JobWork } from './job-work.ts';

const GRACE_MS = 5_000;

/**
 * Lets a job that was ended from outside stop what it has started elsewhere. Not when its task moves to another
 * executor, which finds what was started. Never fails, and takes no longer than its grace.
 */
export async function abandonWork(
  options: JobRunOptions,
  { abandon }: JobWork,
  end: { readonly job: Job; readonly kind: InterruptionKind },
): Promise<void> {
  const { dependencies, store, logger } = options;
  const { client, settings, clock } = dependencies;
  if (abandon === undefined || end.kind === 'stopped') return;
  const late = new AbortController();
  const stopTimer = clock.after(GRACE_MS, () => late.abort(new Interruption('timeout', runMessages.abandonTimeout)));
  try {
    if (end.kind === 'lost' && !(await isOver(options))) return;
    const context = {
      job: end.job,
      appId: options.appId,
      application: options.application,
      client,
      settings,
      logger,
      signal: late.signal,
      storeLog: async (log: JobLog) => {
        await store.storeLog(end.job.id, log);
      },
    };
    await raceWithAbort((async () => abandon(context))(), late.signal);
  } catch (thrown) {
    logger.warn('what a job had started elsewhere may still run', { jobId: end.job.id, error: toError(thrown) });
  } finally {
    stopTimer();
  }
}

async function isOver({ store }: JobRunOptions): Promise<boolean> {
  const task = await store.readTask();
  return task === undefined || isTaskFinished(task.status);
}
