import type { TraitData } from '@kubemin/model';
import type { TraitRenderer } from '../trait-renderer.ts';

/** schedule → a Job becomes a CronJob. */
export const schedule: TraitRenderer<TraitData['schedule']> = {
  process({ data, workload }) {
    return workload.kind === 'Job' ? { schedule: data } : {};
  },
};
