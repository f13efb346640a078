import type { Container, Pod, Volume } from '@kubemin/kubeapi/types/core.v1';

/** An object of the pod's namespace that pods take configuration or data from. */
export interface PodReference {
  readonly kind: 'ConfigMap' | 'Secret' | 'PersistentVolumeClaim';
  readonly namespace: string;
  readonly name: string;
}

/** Whether anything of a pod is made from the object: a change of it can end what the pod waits for. */
export function refersTo({ metadata, spec }: Pod, { kind, namespace, name }: PodReference): boolean {
  if (metadata.namespace !== namespace) return false;
  const {
    volumes = [],
    containers = [],
    initContainers = [],
    ephemeralContainers = [],
    imagePullSecrets = [],
  } = spec ?? {};
  const names = [
    ...volumes.flatMap((volume) => volumeNames(volume, kind, metadata.name ?? '')),
    ...[...containers, ...initContainers, ...ephemeralContainers].flatMap((one) => variableNames(one, kind)),
    ...(kind === 'Secret' ? imagePullSecrets.map((secret) => secret.name) : []),
  ];
  return names.includes(name);
}

function volumeNames(volume: Volume, kind: PodReference['kind'], pod: string): readonly (string | undefined)[] {
  const { projected, persistentVolumeClaim, ephemeral } = volume;
  const sources = projected?.sources ?? [];
  switch (kind) {
    case 'ConfigMap':
      return [volume.configMap?.name, ...sources.map(({ configMap }) => configMap?.name)];
    case 'Secret':
      return [volume.secret?.secretName, ...sources.map(({ secret }) => secret?.name)];
    case 'PersistentVolumeClaim':
      return [persistentVolumeClaim?.claimName, ephemeral === undefined ? undefined : `${pod}-${volume.name}`];
  }
}

function variableNames(
  { env = [], envFrom = [] }: Pick<Container, 'env' | 'envFrom'>,
  kind: PodReference['kind'],
): readonly (string | undefined)[] {
  if (kind === 'PersistentVolumeClaim') return [];
  const isMap = kind === 'ConfigMap';
  return [
    ...env.map(({ valueFrom }) => (isMap ? valueFrom?.configMapKeyRef : valueFrom?.secretKeyRef)?.name),
    ...envFrom.map(({ configMapRef, secretRef }) => (isMap ? configMapRef : secretRef)?.name),
  ];
}
