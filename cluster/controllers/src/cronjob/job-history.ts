import type { CronJob, Job } from '@kubemin/kubeapi/types/batch.v1';
import { jobEnd } from '../job/job-end.ts';

/** The oldest ended Jobs beyond what a CronJob keeps; successful and failed ones are kept apart. */
export function surplusHistory({ spec }: CronJob, jobs: readonly Job[]): readonly Job[] {
  const { successfulJobsHistoryLimit = 3, failedJobsHistoryLimit = 1 } = spec ?? {};
  return [
    ...beyond(jobs, 'Complete', successfulJobsHistoryLimit),
    ...beyond(jobs, 'Failed', failedJobsHistoryLimit),
  ].filter(({ metadata }) => metadata.deletionTimestamp === undefined);
}

function beyond(jobs: readonly Job[], condition: 'Complete' | 'Failed', limit: number): readonly Job[] {
  const ended = jobs.filter((job) => jobEnd(job)?.condition === condition);
  const oldestFirst = ended.toSorted((a, b) => (jobEnd(a)?.atMs ?? 0) - (jobEnd(b)?.atMs ?? 0));
  return oldestFirst.slice(0, Math.max(0, ended.length - limit));
}
