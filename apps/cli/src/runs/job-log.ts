import { type Job, type JobLog, type PlatformClient, PlatformError } from '@kubemin/client';

const WITH_PODS: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'Job']);

/** Programs run in jobs that deliver no object, and in the pods of those that deliver a workload. */
export function runsProgram({ objectKind, type }: Pick<Job, 'objectKind' | 'type'>): boolean {
  return objectKind === '' || (type !== 'prune' && WITH_PODS.has(objectKind));
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
