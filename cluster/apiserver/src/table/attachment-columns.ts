import type { CSIDriver, CSINode, VolumeAttachment } from '@kubemin/kubeapi/types/storage.v1';
import type { Columns } from './column.ts';
import { AGE, NAME } from './common-columns.ts';

/** Columns of CSI drivers. */
export const storageDriverColumns: Columns<CSIDriver> = {
  columns: [
    NAME,
    { name: 'AttachRequired', type: 'boolean', cell: ({ spec }) => spec.attachRequired ?? true },
    { name: 'PodInfoOnMount', type: 'boolean', cell: ({ spec }) => spec.podInfoOnMount ?? false },
    { name: 'StorageCapacity', type: 'boolean', cell: ({ spec }) => spec.storageCapacity ?? false },
    {
      name: 'TokenRequests',
      cell: ({ spec }) =>
        spec.tokenRequests === undefined ? '<unset>' : spec.tokenRequests.map(({ audience }) => audience).join(','),
    },
    { name: 'RequiresRepublish', type: 'boolean', cell: ({ spec }) => spec.requiresRepublish ?? false },
    { name: 'Modes', cell: ({ spec }) => (spec.volumeLifecycleModes ?? ['Persistent']).join(',') },
    AGE,
  ],
};

/** Columns of the CSI drivers a node has. */
export const storageNodeColumns: Columns<CSINode> = {
  columns: [NAME, { name: 'Drivers', type: 'integer', cell: ({ spec }) => spec.drivers.length }, AGE],
};

/** Columns of volume attachments. */
export const attachmentColumns: Columns<VolumeAttachment> = {
  columns: [
    NAME,
    { name: 'Attacher', cell: ({ spec }) => spec.attacher },
    { name: 'PV', cell: ({ spec }) => spec.source.persistentVolumeName ?? '' },
    { name: 'Node', cell: ({ spec }) => spec.nodeName },
    { name: 'Attached', type: 'boolean', cell: ({ status }) => status?.attached ?? false },
    AGE,
  ],
};
