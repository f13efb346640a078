import type { Job } from '@kubemin/kubeapi/types/batch.v1';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { JobTally } from './job-tally.ts';

/** More pods in one go would hold the queue's worker too long, and swell the status; the rest follows in the next round. */
export const BURST = 500;

/** What of a tally is stored and carried out now. The pods' changes bring the next round. */
export type JobBatch = Pick<JobTally, 'uncounted' | 'release'>;

/**
 * As much of the tally as goes in one round. What the status names already stays named, as its finalizer may be gone:
 * it is recorded nowhere else. No pod that is to be counted is released before it is named.
 */
export function nextBatch({ status }: Job, { uncounted, release }: JobTally): JobBatch {
  const { succeeded = [], failed = [] } = status?.uncountedTerminatedPods ?? {};
  const stored = new Set([...succeeded, ...failed]);
  let room = BURST - stored.size;
  const fits = (uid: string): boolean => {
    if (stored.has(uid)) return true;
    room -= 1;
    return room >= 0;
  };
  const named = { succeeded: uncounted.succeeded.filter(fits), failed: uncounted.failed.filter(fits) };
  const now = new Set([...named.succeeded, ...named.failed]);
  const later = new Set([...uncounted.succeeded, ...uncounted.failed].filter((uid) => !now.has(uid)));
  const mayGo = ({ metadata }: Pod): boolean => !later.has(metadata.uid ?? '');
  return { uncounted: named, release: release.filter(mayGo).slice(0, BURST) };
}
