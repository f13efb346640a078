import type { Node, PersistentVolumeClaim } from '@kubemin/kubeapi/types/core.v1';
import type { StorageClass } from '@kubemin/kubeapi/types/storage.v1';
import { LOCAL_PATH_PROVISIONER, SIMULATED_PROVISIONER } from './local-path-provisioner.ts';

/** The provisioner of classes whose volumes are made by hand. */
const NO_PROVISIONER = 'kubernetes.io/no-provisioner';
const DEFAULT_CLASS = 'storageclass.kubernetes.io/is-default-class';

/** What volumes of the class `standard` are. */
export type StandardVolumes = 'simulated' | 'local-path';

const STANDARD_CLASS = 'standard';
const STANDARD: Readonly<Record<StandardVolumes, Omit<StorageClass, 'metadata'>>> = {
  simulated: {
    ...{ apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', provisioner: SIMULATED_PROVISIONER },
    ...{ reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate', allowVolumeExpansion: true },
  },
  'local-path': {
    ...{ apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', provisioner: LOCAL_PATH_PROVISIONER },
    ...{ reclaimPolicy: 'Delete', volumeBindingMode: 'WaitForFirstConsumer' },
  },
};

/** The class every cluster starts with; the default one unless another is made the default. */
export function builtinStorageClass(others: readonly StorageClass[], volumes: StandardVolumes): StorageClass {
  const isDefault = !others.some((one) => isDefaultClass(one) && one.metadata.name !== STANDARD_CLASS);
  return {
    ...STANDARD[volumes],
    metadata: { name: STANDARD_CLASS, ...(isDefault && { annotations: { [DEFAULT_CLASS]: 'true' } }) },
  };
}

/** Whether a class is the one that this cluster had with nodes of another kind; its provisioner cannot be changed. */
export function isReplaced({ metadata, provisioner }: StorageClass, wanted: StorageClass): boolean {
  const known: readonly string[] = Object.values(STANDARD).map((one) => one.provisioner);
  return metadata.name === STANDARD_CLASS && provisioner !== wanted.provisioner && known.includes(provisioner);
}

/** The class of volumes that are directories of nodes. */
export const LOCAL_PATH_CLASS: StorageClass = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'local-path' },
  provisioner: LOCAL_PATH_PROVISIONER,
  reclaimPolicy: 'Delete',
  volumeBindingMode: 'WaitForFirstConsumer',
};

/** The name of the claim's class: its own, else the default class's; '' means it wants none. */
export function storageClassName(claim: PersistentVolumeClaim, classes: readonly StorageClass[]): string {
  const name = claim.spec?.storageClassName;
  if (name !== undefined) return name;
  const defaults = classes.filter(isDefaultClass).toSorted((a, b) => age(b) - age(a));
  return defaults[0]?.metadata.name ?? '';
}

/** Whether the class can make a volume for a claim on the node. */
export function canProvision({ provisioner, allowedTopologies = [] }: StorageClass, node: Node): boolean {
  if (provisioner === NO_PROVISIONER) return false;
  return (
    allowedTopologies.length === 0 ||
    allowedTopologies.some(({ matchLabelExpressions = [] }) =>
      matchLabelExpressions.every(({ key, values }) => values.includes(node.metadata.labels?.[key] ?? '')),
    )
  );
}

function isDefaultClass({ metadata }: StorageClass): boolean {
  return metadata.annotations?.[DEFAULT_CLASS] === 'true';
}

function age({ metadata }: StorageClass): number {
  return Date.parse(metadata.creationTimestamp ?? '') || 0;
}
