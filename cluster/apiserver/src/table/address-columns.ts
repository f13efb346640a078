import type { IPAddress, ServiceCIDR } from '@kubemin/kubeapi/types/networking.v1';
import type { Columns } from './column.ts';
import { AGE, joined, NAME } from './common-columns.ts';

/** Columns of the networks services get their addresses from. */
export const serviceNetworkColumns: Columns<ServiceCIDR> = {
  columns: [NAME, { name: 'CIDRs', cell: ({ spec }) => joined(spec?.cidrs ?? []) }, AGE],
};

/** Columns of addresses that are taken. */
export const addressColumns: Columns<IPAddress> = {
  columns: [
    NAME,
    {
      name: 'ParentRef',
      cell: ({ spec }) => {
        const { resource = '', namespace = '', name = '' } = spec?.parentRef ?? {};
        return [resource, namespace, name].filter((part) => part !== '').join('/');
      },
    },
    AGE,
  ],
};
