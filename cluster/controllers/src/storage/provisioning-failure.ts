import { timestamp } from '@kubemin/kubeapi';
import type { PersistentVolumeClaim, PersistentVolumeClaimStatus } from '@kubemin/kubeapi/types/core.v1';
import { findCondition, withCondition } from '../pod-owner/index.ts';

/** Where the provisioner of a claim that waits for its first pod finds the node. */
export const SELECTED_NODE = 'volume.kubernetes.io/selected-node';

const FAILED = 'ProvisioningFailed';

/** Why no volume can be made for the claim on the node that was chosen for it; undefined as long as one may come. */
export function provisioningFailure({ metadata, status }: PersistentVolumeClaim): string | undefined {
  // Once the selection of the node is taken back, its failure is removed.
  if (metadata.annotations?.[SELECTED_NODE] === undefined) return undefined;
  return findCondition(status?.conditions, FAILED)?.message;
}

/**
 * What to write so that the claim reports this failure, or none. In its status, because the scheduler that selected the
 * node has to read it: events are for people.
 */
export function failureStatus(
  { status }: PersistentVolumeClaim,
  message: string | undefined,
  now: number,
): Pick<PersistentVolumeClaimStatus, 'conditions'> {
  const known = status?.conditions;
  if (message !== undefined) {
    const condition = { type: FAILED, status: 'True', reason: FAILED, message, lastTransitionTime: timestamp(now) };
    return { conditions: withCondition(known, condition) };
  }
  if (known === undefined || findCondition(known, FAILED) === undefined) return {};
  return { conditions: known.filter(({ type }) => type !== FAILED) };
}
