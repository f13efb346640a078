import type { Container, Pod, Volume } from '@kubemin/kubeapi/types/core.v1';

/**
 * The first object of the API server that a static pod names, as the kubelet calls it; undefined for none. A node that runs
 * what its files hold must not read for them what only pods of the API server may.
 */
export function findApiReference({ spec }: Pod): string | undefined {
  const { serviceAccountName = '', imagePullSecrets = [], resourceClaims = [], volumes = [] } = spec ?? {};
  if (serviceAccountName !== '') return 'serviceaccounts';
  if (imagePullSecrets.length > 0) return 'secrets';
  if (resourceClaims.length > 0) return 'resourceclaims';
  const containers = [
    ...(spec?.containers ?? []),
    ...(spec?.initContainers ?? []),
    ...(spec?.ephemeralContainers ?? []),
  ];
  return [...containers.map(containerReference), ...volumes.map(volumeReference)].find((found) => found !== undefined);
}

function containerReference({ env = [], envFrom = [] }: Partial<Container>): string | undefined {
  const has = (kind: 'secret' | 'configMap'): boolean =>
    env.some(({ valueFrom }) => valueFrom?.[`${kind}KeyRef`] !== undefined) ||
    envFrom.some((source) => source[`${kind}Ref`] !== undefined);
  if (has('secret')) return 'secrets';
  return has('configMap') ? 'configmaps' : undefined;
}

function volumeReference({
  secret,
  configMap,
  persistentVolumeClaim,
  ephemeral,
  projected,
  csi,
}: Volume): string | undefined {
  if (secret !== undefined || csi?.nodePublishSecretRef !== undefined) return 'secrets';
  if (configMap !== undefined) return 'configmaps';
  if (persistentVolumeClaim !== undefined || ephemeral !== undefined) return 'persistentvolumeclaims';
  const sources = projected?.sources ?? [];
  if (sources.some((source) => source.secret !== undefined)) return 'secrets';
  if (sources.some((source) => source.configMap !== undefined)) return 'configmaps';
  if (sources.some((source) => source.serviceAccountToken !== undefined)) return 'serviceaccounts';
  return sources.some((source) => source.clusterTrustBundle !== undefined) ? 'clustertrustbundles' : undefined;
}
