import type { Job } from '@kubemin/kubeapi/types/batch.v1';
import { findCondition } from '../../pod-owner/index.ts';

/** How a Job has ended, and when. */
export interface JobEnd {
  readonly condition: 'Complete' | 'Failed';
  readonly atMs: number;
}

/** The end of a Job that is over. */
export function jobEnd({ status, metadata }: Job): JobEnd | undefined {
  for (const condition of ['Complete', 'Failed'] as const) {
    const found = findCondition(status?.conditions, condition);
    if (found?.status !== 'True') continue;
    const time = found.lastTransitionTime ?? status?.completionTime ?? metadata.creationTimestamp ?? '';
    return { condition, atMs: Date.parse(time) || 0 };
  }
  return undefined;
}
