import type { Scale } from '@kubemin/kubeapi/types/autoscaling.v1';
import type { Columns } from './column.ts';
import { AGE, NAME } from './common-columns.ts';

/** Columns of the scale of a workload. */
export const scaleColumns: Columns<Scale> = {
  columns: [
    NAME,
    { name: 'Desired', type: 'integer', cell: ({ spec }) => spec?.replicas ?? 0 },
    { name: 'Available', type: 'integer', cell: ({ status }) => status?.replicas ?? 0 },
    AGE,
  ],
};
