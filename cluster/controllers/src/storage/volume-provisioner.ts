import type {
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  PersistentVolumeSpec,
} from '@kubemin/kubeapi/types/core.v1';
import type { StorageClass } from '@kubemin/kubeapi/types/storage.v1';

/** The annotation that names who made a volume, and may therefore delete it. */
export const PROVISIONED_BY = 'pv.kubernetes.io/provisioned-by';

/** Keeps a volume until no claim has it. */
export const VOLUME_PROTECTION = 'kubernetes.io/pv-protection';

/** For whom a volume is to be made. */
export interface ProvisionRequest {
  readonly claim: PersistentVolumeClaim;
  readonly storageClass: StorageClass;
  /** Where the first pod that uses it will run; only of classes that wait for it. */
  readonly node: Node | undefined;
}

/** What a new volume is made of, or why none can be made. */
export type Provisioned = { readonly source: Partial<PersistentVolumeSpec> } | { readonly refused: string };

/** Makes volumes for the storage classes that name it. */
export interface VolumeProvisioner {
  /** As storage classes write it. */
  readonly name: string;
  /** Pure: a volume is an object; what it stands for is made where it is mounted. */
  provision(request: ProvisionRequest): Provisioned;
}

/** Those that this cluster has, by name. */
export type VolumeProvisioners = ReadonlyMap<string, VolumeProvisioner>;

/** Named after the claim's uid: making it twice is impossible, however often this program is killed in between. */
export function volumeNameFor({ metadata }: PersistentVolumeClaim): string {
  return `pvc-${metadata.uid}`;
}

/** The volume of a claim, as the provisioner makes it. */
export function newVolume(
  provisioner: VolumeProvisioner,
  request: ProvisionRequest,
): PersistentVolume | { readonly refused: string } {
  const made = provisioner.provision(request);
  if ('refused' in made) return made;
  const { claim, storageClass } = request;
  const { name = '', namespace = '', uid = '' } = claim.metadata;
  const { accessModes = [], resources, volumeMode } = claim.spec ?? {};
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: {
      name: volumeNameFor(claim),
      annotations: { [PROVISIONED_BY]: provisioner.name },
      finalizers: [VOLUME_PROTECTION],
    },
    spec: {
      accessModes,
      capacity: { storage: resources?.requests?.storage ?? '1Gi' },
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid },
      persistentVolumeReclaimPolicy: storageClass.reclaimPolicy ?? 'Delete',
      storageClassName: storageClass.metadata.name ?? '',
      ...(volumeMode && { volumeMode }),
      ...made.source,
    },
  };
}
