import type { ComponentStatus } from '@kubemin/kubeapi/types/core.v1';
import type { Columns } from './column.ts';
import { NAME } from './common-columns.ts';

/** Columns of component statuses. */
export const componentColumns: Columns<ComponentStatus> = {
  columns: [
    NAME,
    {
      name: 'Status',
      cell: ({ conditions }) =>
        conditions?.some(({ type, status }) => type === 'Healthy' && status === 'True') === true
          ? 'Healthy'
          : 'Unhealthy',
    },
    { name: 'Message', cell: ({ conditions }) => conditions?.[0]?.message ?? '' },
    { name: 'Error', cell: ({ conditions }) => conditions?.[0]?.error ?? '' },
  ],
};
