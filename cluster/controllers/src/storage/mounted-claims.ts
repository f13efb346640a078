import type { PersistentVolumeClaimTemplate, Pod } from '@kubemin/kubeapi/types/core.v1';

/** A claim that is to be made for a pod, after the description in one of its volumes. */
export interface EphemeralClaim {
  readonly volume: string;
  readonly name: string;
  readonly template: PersistentVolumeClaimTemplate;
}

/** The claims that are made for the pod alone; each is named after the pod and the volume. */
export function ephemeralClaims({ metadata, spec }: Pod): readonly EphemeralClaim[] {
  return (spec?.volumes ?? []).flatMap(({ name: volume, ephemeral }) => {
    const template = ephemeral?.volumeClaimTemplate;
    return template === undefined ? [] : [{ volume, name: `${metadata.name}-${volume}`, template }];
  });
}

/** The keys of the claims that are made for the pod alone. */
export function ephemeralClaimKeys(pod: Pod): readonly string[] {
  return ephemeralClaims(pod).map(({ name }) => `${pod.metadata.namespace}/${name}`);
}

/** The keys of all claims that a pod mounts. */
export function mountedClaimKeys(pod: Pod): readonly string[] {
  const named = (pod.spec?.volumes ?? []).flatMap(({ persistentVolumeClaim: claim }) =>
    claim === undefined ? [] : [`${pod.metadata.namespace}/${claim.claimName}`],
  );
  return [...named, ...ephemeralClaimKeys(pod)];
}

/**
 * Whether the pod keeps the claim of this key from going. One that has no node yet uses nothing: it may wait for the very
 * claim that would wait for it. One that has finished still counts, as its data may still be wanted.
 */
export function holdsClaim(pod: Pod, key: string): boolean {
  if (!pod.spec?.nodeName) return false;
  // What was made for the pod alone goes with it, also where something else holds the pod.
  return isShutDown(pod) && ephemeralClaimKeys(pod).includes(key) ? false : mountedClaimKeys(pod).includes(key);
}

/** Whether its node is done with a pod that is being deleted. */
export function isShutDown({ metadata }: Pod): boolean {
  return metadata.deletionTimestamp !== undefined && metadata.deletionGracePeriodSeconds === 0;
}

/** Why a pod may not use the claim that has the name of one of its own. */
export function notOwner(claimKey: string, { metadata }: Pod): string {
  return `PVC ${claimKey} was not created for pod ${metadata.namespace}/${metadata.name} (pod is not owner)`;
}
