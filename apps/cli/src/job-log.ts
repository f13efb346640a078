import { type Job, type JobLog, type PlatformClient, PlatformError } from '@kubemin/client';

/** Programs run in jobs that deliver no object. */
export function runsProgram({ objectKind }: Pick<Job, 'objectKind'>): boolean {
  return objectKind === '';
}

/** What the program of a job has written; undefined when it runs none, or nothing was kept. */
export async function findJobLog(client: PlatformClient, job: Job): Promise<JobLog | undefined> {
  if (!runsProgram(job)) return undefined;
  try {
    return await client.jobLog(job.taskId, job.id);
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'JOB_LOG_NOT_FOUND') return undefined;
    throw error;
  }
}
