import { basename, join } from 'node:path';
import type { PersistentVolume } from '@kubemin/kubeapi/types/core.v1';

const PROVISIONED_BY = 'pv.kubernetes.io/provisioned-by';
const LOCAL_PATH_PROVISIONER = 'kubemin.io/local-path';

/**
 * Where the files of a volume are that was made for a claim as a directory of the node; undefined for other volumes. Only the
 * name of the directory is taken from the object, whose path cannot be changed: after a data directory was moved, or a backup
 * restored into another one, it names a directory that is not of this node.
 */
export function localVolumePath({ metadata, spec }: PersistentVolume, directory: string): string | undefined {
  if (metadata.annotations?.[PROVISIONED_BY] !== LOCAL_PATH_PROVISIONER) return undefined;
  const name = basename(spec?.hostPath?.path ?? '');
  return ['', '.', '..'].includes(name) ? undefined : join(directory, name);
}

/** The volume with the path that it has on this node. */
export function atLocalPath(volume: PersistentVolume, directory: string): PersistentVolume {
  const path = localVolumePath(volume, directory);
  if (path === undefined) return volume;
  return { ...volume, spec: { ...volume.spec, hostPath: { ...volume.spec?.hostPath, path } } };
}
