import { ownEntry } from '@kubemin/base';
import type { ResourceQuota } from '@kubemin/kubeapi/types/core.v1';
import type { Columns } from './column.ts';
import { AGE, NAME } from './common-columns.ts';

/** Columns of resource quotas: what is used of what is allowed. */
export const quotaColumns: Columns<ResourceQuota> = {
  columns: [
    NAME,
    { name: 'Request', cell: (quota) => usage(quota, (name) => !name.startsWith('limits.')) },
    { name: 'Limit', cell: (quota) => usage(quota, (name) => name.startsWith('limits.')) },
    AGE,
  ],
};

function usage({ status }: ResourceQuota, wanted: (name: string) => boolean): string {
  const { hard = {}, used = {} } = status ?? {};
  return Object.keys(hard)
    .filter(wanted)
    .sort()
    .map((name) => `${name}: ${ownEntry(used, name) ?? '0'}/${hard[name]}`)
    .join(', ');
}
