import { ownEntry } from '@kubemin/base';
import type { PersistentVolume, PersistentVolumeClaim } from '@kubemin/kubeapi/types/core.v1';
import type { StorageClass } from '@kubemin/kubeapi/types/storage.v1';
import type { Columns } from './column.ts';
import { AGE, NAME } from './common-columns.ts';

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
