import type { ControllerContext } from '@kubemin/controller';
import { core } from '@kubemin/kubeapi/resources';
import type { Node, PersistentVolume, PersistentVolumeClaim } from '@kubemin/kubeapi/types/core.v1';
import { SELECTED_NODE } from '../storage/provisioning-failure.ts';
import { smallestFitting } from '../storage/volume-fit.ts';
import type { WaitingClaim } from './claim-needs.ts';

/**
 * Tells those who bind and make volumes which node a claim's first pod will be on: a volume that fits is reserved,
 * otherwise the claim is marked for its provisioner. The pod is bound when the claims are.
 */
export async function chooseVolumes(
  { client }: ControllerContext,
  waiting: readonly WaitingClaim[],
  volumes: readonly PersistentVolume[],
  node: Node,
): Promise<void> {
  for (const { claim, storageClass } of waiting) {
    const volume = smallestFitting({ claim, className: storageClass.metadata.name ?? '', volumes, node });
    if (volume !== undefined) await reserve(volume, claim);
    else if (claim.metadata.annotations?.[SELECTED_NODE] === undefined) await select(claim);
  }

  async function reserve({ metadata, spec }: PersistentVolume, claim: PersistentVolumeClaim): Promise<void> {
    if (spec?.claimRef?.uid !== undefined) return;
    const { name, namespace, uid } = claim.metadata;
    const claimRef = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid };
    const { name: volume = '', resourceVersion } = metadata;
    const body = { metadata: { resourceVersion }, spec: { claimRef } };
    await client.resource(core.v1.persistentvolumes).patch(volume, { type: 'merge', body });
  }

  async function select({ metadata }: PersistentVolumeClaim): Promise<void> {
    const { name = '', namespace, uid, resourceVersion } = metadata;
    const annotations = { [SELECTED_NODE]: node.metadata.name ?? '' };
    const body = { metadata: { uid, resourceVersion, annotations } };
    await client.resource(core.v1.persistentvolumeclaims, namespace).patch(name, { type: 'merge', body });
  }
}
