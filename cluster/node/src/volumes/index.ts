/**
 * Volumes of pods: `createPodVolumes` makes a directory or file of this machine for each volume and turns the mounts of
 * a container into mounts of the runtime. Volumes from ConfigMaps, Secrets and the pod are replaced atomically.
 * Containers are untrusted: links that they put into a volume must not lead out of it. Unmounting keeps the data of
 * persistent volumes.
 */
export { diskUsage } from './disk-usage.ts';
export { type MemoryMounts, memoryMounts } from './memory-mounts.ts';
export { type NfsMounts, remoteNfsMounts, serveNfsMounts } from './nfs-mounts.ts';
export { createPodVolumes, type PodVolumes } from './pod-volumes.ts';
export { atLocalPath, localVolumePath, MissingVolumeSourceError } from './volume-files.ts';
