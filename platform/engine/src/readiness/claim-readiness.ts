import type { PersistentVolumeClaim } from '@kubemin/kubeapi/types/core.v1';
import { failed, type Readiness, ready, waiting } from './readiness.ts';

/** A claim that is pending is fine too: some are bound only when the first pod that uses them is scheduled. */
export function claimReadiness(claim: PersistentVolumeClaim): Readiness {
  const phase = claim.status?.phase ?? 'Pending';
  if (phase === 'Bound') return ready('bound');
  if (phase === 'Pending') return ready('pending; it is bound when a pod uses it');
  if (phase === 'Lost') return failed('VolumeLost', 'its volume is lost; look at the PersistentVolume it was bound to');
  return waiting(`in phase ${phase}`);
}
