import { isJsonObject } from '@kubemin/kubeapi';
import type { Container, EphemeralContainer, Pod, Volume } from '@kubemin/kubeapi/types/core.v1';

/** What a node has to read to run a pod; all of it is in the pod's own namespace. */
export type ReferencedKind = 'secrets' | 'configmaps' | 'persistentvolumeclaims' | 'resourceclaims' | 'serviceaccounts';

const NAMES: Readonly<Record<ReferencedKind, (pod: Pod) => Iterable<string | undefined>>> = {
  secrets: secretNames,
  configmaps: configMapNames,
  persistentvolumeclaims: claimNames,
  resourceclaims: resourceClaimNames,
  serviceaccounts: ({ spec }) => [spec?.serviceAccountName],
};

/** The names of objects of a kind that a pod refers to, some of them more than once. */
export function* referencedNames(pod: Pod, kind: ReferencedKind): Generator<string> {
  for (const name of NAMES[kind](pod)) {
    if (name !== undefined && name !== '') yield name;
  }
}

/** The secrets named by a source of a volume, whatever is mounted; as a node needs them, not a controller. */
export function* sourceSecrets(source: unknown): Generator<{ readonly name: string; readonly namespace?: string }> {
  if (!isJsonObject(source)) return;
  const { secretName, secretNamespace } = source;
  if (typeof secretName === 'string') {
    yield { name: secretName, ...(typeof secretNamespace === 'string' && { namespace: secretNamespace }) };
  }
  for (const [field, reference] of Object.entries(source)) {
    if (!/^(secretRef|node\w+SecretRef)$/.test(field) || !isJsonObject(reference)) continue;
    const { name, namespace } = reference;
    if (typeof name === 'string') yield { name, ...(typeof namespace === 'string' && { namespace }) };
  }
}

function* secretNames(pod: Pod): Generator<string | undefined> {
  for (const { name } of pod.spec?.imagePullSecrets ?? []) yield name;
  for (const { env = [], envFrom = [] } of allContainers(pod)) {
    for (const { valueFrom } of env) yield valueFrom?.secretKeyRef?.name;
    for (const { secretRef } of envFrom) yield secretRef?.name;
  }
  for (const volume of podVolumes(pod)) {
    for (const source of Object.values(volume)) for (const { name } of sourceSecrets(source)) yield name;
    for (const { secret } of volume.projected?.sources ?? []) yield secret?.name;
  }
}

function* configMapNames(pod: Pod): Generator<string | undefined> {
  for (const { env = [], envFrom = [] } of allContainers(pod)) {
    for (const { valueFrom } of env) yield valueFrom?.configMapKeyRef?.name;
    for (const { configMapRef } of envFrom) yield configMapRef?.name;
  }
  for (const { configMap, projected } of podVolumes(pod)) {
    yield configMap?.name;
    for (const source of projected?.sources ?? []) yield source.configMap?.name;
  }
}

function* claimNames(pod: Pod): Generator<string | undefined> {
  for (const { name, persistentVolumeClaim, ephemeral } of podVolumes(pod)) {
    yield persistentVolumeClaim?.claimName;
    if (ephemeral !== undefined) yield `${pod.metadata.name}-${name}`;
  }
}

function* resourceClaimNames({ spec, status }: Pod): Generator<string | undefined> {
  for (const { resourceClaimName } of spec?.resourceClaims ?? []) yield resourceClaimName;
  for (const { resourceClaimName } of status?.resourceClaimStatuses ?? []) yield resourceClaimName;
}

function allContainers({ spec }: Pod): readonly (Container | EphemeralContainer)[] {
  return [...(spec?.containers ?? []), ...(spec?.initContainers ?? []), ...(spec?.ephemeralContainers ?? [])];
}

function podVolumes({ spec }: Pod): readonly Volume[] {
  return spec?.volumes ?? [];
}
