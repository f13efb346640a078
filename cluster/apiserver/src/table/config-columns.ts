import type { Lease } from '@kubemin/kubeapi/types/coordination.v1';
import type { ConfigMap, Namespace, Secret } from '@kubemin/kubeapi/types/core.v1';
import type { Columns } from './column.ts';
import { AGE, NAME } from './common-columns.ts';

/** Name and age. */
export const plainColumns: Columns = { columns: [NAME, AGE] };

/** Columns of namespaces. */
export const namespaceColumns: Columns<Namespace> = {
  columns: [NAME, { name: 'Status', cell: ({ status }) => status?.phase ?? '' }, AGE],
};

/** Columns of config maps. */
export const configMapColumns: Columns<ConfigMap> = {
  columns: [NAME, { name: 'Data', cell: ({ data, binaryData }) => count(data) + count(binaryData) }, AGE],
};

/** Columns of secrets: how much is in them, never what. */
export const secretColumns: Columns<Secret> = {
  columns: [
    NAME,
    { name: 'Type', cell: ({ type }) => type ?? '' },
    { name: 'Data', cell: ({ data }) => count(data) },
    AGE,
  ],
};

/** Columns of leases. */
export const leaseColumns: Columns<Lease> = {
  columns: [NAME, { name: 'Holder', cell: ({ spec }) => spec?.holderIdentity ?? '' }, AGE],
};

function count(data: Readonly<Record<string, string>> | undefined): number {
  return Object.keys(data ?? {}).length;
}
