import { ownEntry } from '@kubemin/base';
import type { PersistentVolume, PersistentVolumeClaim } from '@kubemin/kubeapi/types/core.v1';
import type { CSIDriver, CSINode, StorageClass, VolumeAttachment } from '@kubemin/kubeapi/types/storage.v1';
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

const DEFAULT_CLASS = 'storageclass.kubernetes.io/is-default-class';

const SHORT_MODES: Readonly<Record<string, string>> = {
  ReadWriteOnce: 'RWO',
  ReadOnlyMany: 'ROX',
  ReadWriteMany: 'RWX',
  ReadWriteOncePod: 'RWOP',
};

/** Columns of persistent volume claims. */
export const claimColumns: Columns<PersistentVolumeClaim> = {
  columns: [
    NAME,
    {
      name: 'Status',
      cell: ({ metadata, status }) =>
        metadata.deletionTimestamp === undefined ? (status?.phase ?? '') : 'Terminating',
    },
    { name: 'Volume', cell: ({ spec }) => spec?.volumeName ?? '' },
    { name: 'Capacity', cell: ({ spec, status }) => (spec?.volumeName ? (status?.capacity?.storage ?? '') : '') },
    { name: 'Access Modes', cell: ({ spec, status }) => (spec?.volumeName ? modes(status?.accessModes) : '') },
    { name: 'StorageClass', cell: ({ spec }) => spec?.storageClassName ?? '' },
    { name: 'VolumeAttributesClass', cell: ({ spec }) => spec?.volumeAttributesClassName ?? '<unset>' },
    AGE,
    { name: 'VolumeMode', wide: true, cell: ({ spec }) => spec?.volumeMode ?? '<unset>' },
  ],
};

/** Columns of persistent volumes. */
export const volumeColumns: Columns<PersistentVolume> = {
  columns: [
    NAME,
    { name: 'Capacity', cell: ({ spec }) => spec?.capacity?.storage ?? '' },
    { name: 'Access Modes', cell: ({ spec }) => modes(spec?.accessModes) },
    { name: 'Reclaim Policy', cell: ({ spec }) => spec?.persistentVolumeReclaimPolicy ?? '' },
    {
      name: 'Status',
      cell: ({ metadata, status }) =>
        metadata.deletionTimestamp === undefined ? (status?.phase ?? '') : 'Terminating',
    },
    {
      name: 'Claim',
      cell: ({ spec }) => (spec?.claimRef === undefined ? '' : `${spec.claimRef.namespace}/${spec.claimRef.name}`),
    },
    { name: 'StorageClass', cell: ({ spec }) => spec?.storageClassName ?? '' },
    { name: 'VolumeAttributesClass', cell: ({ spec }) => spec?.volumeAttributesClassName ?? '<unset>' },
    { name: 'Reason', cell: ({ status }) => status?.reason ?? '' },
    AGE,
    { name: 'VolumeMode', wide: true, cell: ({ spec }) => spec?.volumeMode ?? '<unset>' },
  ],
};

/** Columns of storage classes. */
export const storageClassColumns: Columns<StorageClass> = {
  columns: [
    {
      ...NAME,
      cell: ({ metadata }) =>
        metadata.annotations?.[DEFAULT_CLASS] === 'true' ? `${metadata.name} (default)` : (metadata.name ?? ''),
    },
    { name: 'Provisioner', cell: ({ provisioner }) => provisioner },
    { name: 'ReclaimPolicy', cell: ({ reclaimPolicy }) => reclaimPolicy ?? 'Delete' },
    { name: 'VolumeBindingMode', cell: ({ volumeBindingMode }) => volumeBindingMode ?? 'Immediate' },
    {
      name: 'AllowVolumeExpansion',
      type: 'boolean',
      cell: ({ allowVolumeExpansion }) => allowVolumeExpansion ?? false,
    },
    AGE,
  ],
};

function modes(accessModes: readonly string[] | undefined): string {
  return (accessModes ?? []).map((mode) => ownEntry(SHORT_MODES, mode) ?? mode).join(',');
}
