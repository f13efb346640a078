import type { ControllerRevision } from '@kubemin/kubeapi/types/apps.v1';
import type { Columns } from './column.ts';
import { AGE, NAME } from './common-columns.ts';

/** Columns of controller revisions. */
export const revisionColumns: Columns<ControllerRevision> = {
  columns: [
    NAME,
    {
      name: 'Controller',
      cell: ({ metadata }) => {
        const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
        if (owner === undefined) return '<none>';
        const [group] = owner.apiVersion.includes('/') ? owner.apiVersion.split('/') : [];
        const kind = owner.kind.toLowerCase();
        return group === undefined ? `${kind}/${owner.name}` : `${kind}.${group}/${owner.name}`;
      },
    },
    { name: 'Revision', type: 'integer', cell: ({ revision }) => revision },
    AGE,
  ],
};
