import type { APIService } from '@kubemin/kubeapi/types/apiregistration.v1';
import type { Columns } from './column.ts';
import { AGE, NAME } from './common-columns.ts';

/** Columns of API services. */
export const apiServiceColumns: Columns<APIService> = {
  columns: [
    NAME,
    {
      name: 'Service',
      cell: ({ spec }) =>
        spec?.service === undefined ? 'Local' : `${spec.service.namespace ?? ''}/${spec.service.name ?? ''}`,
    },
    {
      name: 'Available',
      cell: ({ status }) => {
        const available = status?.conditions?.find(({ type }) => type === 'Available');
        if (available === undefined) return 'Unknown';
        return available.status === 'True' ? 'True' : `${available.status} (${available.reason ?? ''})`;
      },
    },
    AGE,
  ],
};
