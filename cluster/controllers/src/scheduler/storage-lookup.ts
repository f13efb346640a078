import type { PersistentVolume, PersistentVolumeClaim } from '@kubemin/kubeapi/types/core.v1';
import type { StorageClass } from '@kubemin/kubeapi/types/storage.v1';

/** Where the scheduler looks up what a pod's volumes are. */
export interface StorageLookup {
  /** By namespace and name. */
  claim(key: string): PersistentVolumeClaim | undefined;
  volume(name: string): PersistentVolume | undefined;
  volumes(): readonly PersistentVolume[];
  classes(): readonly StorageClass[];
}

/** A cluster that stores nothing. */
export const NO_STORAGE: StorageLookup = {
  claim: () => undefined,
  volume: () => undefined,
  volumes: () => [],
  classes: () => [],
};
