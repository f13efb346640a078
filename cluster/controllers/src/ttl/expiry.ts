import type { Job } from '@kubemin/kubeapi/types/batch.v1';
import { jobEnd } from '../job/job-end.ts';

/** When an ended Job is to be deleted, in ms since the epoch; undefined for one that stays, or is at work, or is going. */
export function expiresAt(job: Job): number | undefined {
  const ttl = job.spec?.ttlSecondsAfterFinished;
  const end = jobEnd(job);
  if (ttl === undefined || end === undefined || job.metadata.deletionTimestamp !== undefined) return undefined;
  return end.atMs + ttl * 1_000;
}
