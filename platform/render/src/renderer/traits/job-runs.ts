import type { TraitData } from '@kubemin/model';
import type { TraitRenderer } from '../trait-renderer.ts';

/** restart → the pod's restart policy. */
export const restart: TraitRenderer<TraitData['restart']> = {
  process: ({ data }) => ({ pod: { restartPolicy: data.policy } }),
};

/** schedule → a Job becomes a CronJob. */
export const schedule: TraitRenderer<TraitData['schedule']> = {
  process({ data, workload }) {
    return workload.kind === 'Job' ? { schedule: data } : {};
  },
};
