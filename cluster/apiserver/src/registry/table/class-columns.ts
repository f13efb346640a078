import type { IngressClass } from '@kubemin/kubeapi/types/networking.v1';
import type { RuntimeClass } from '@kubemin/kubeapi/types/node.v1';
import type { PriorityClass } from '@kubemin/kubeapi/types/scheduling.v1';
import type { VolumeAttributesClass } from '@kubemin/kubeapi/types/storage.v1';
import type { Columns } from './column.ts';
import { AGE, NAME } from './common-columns.ts';

/** Columns of ingress classes. */
export const ingressClassColumns: Columns<IngressClass> = {
  columns: [
    NAME,
    { name: 'Controller', cell: ({ spec }) => spec?.controller ?? '' },
    {
      name: 'Parameters',
      cell: ({ spec }) => {
        const { apiGroup, kind, name } = spec?.parameters ?? {};
        if (kind === undefined) return '<none>';
        return apiGroup === undefined ? `${kind}/${name}` : `${kind}.${apiGroup}/${name}`;
      },
    },
    AGE,
  ],
};

/** Columns of priority classes. */
export const priorityClassColumns: Columns<PriorityClass> = {
  columns: [
    NAME,
    { name: 'Value', type: 'integer', cell: ({ value }) => value },
    { name: 'Global-Default', type: 'boolean', cell: ({ globalDefault = false }) => globalDefault },
    AGE,
    { name: 'PreemptionPolicy', cell: ({ preemptionPolicy = '' }) => preemptionPolicy },
  ],
};

/** Columns of runtime classes. */
export const runtimeClassColumns: Columns<RuntimeClass> = {
  columns: [NAME, { name: 'Handler', cell: ({ handler }) => handler }, AGE],
};

/** Columns of classes of volume attributes. */
export const volumeAttributesColumns: Columns<VolumeAttributesClass> = {
  columns: [NAME, { name: 'DriverName', cell: ({ driverName }) => driverName }, AGE],
};
