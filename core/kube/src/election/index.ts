/**
 * Leader election by a Lease: `createLeaseElection`. At most one candidate leads, provided that their clocks run at
 * about the same speed; wall clocks may differ. The leader's `Leadership` has a signal, `isHeld` (correct also after
 * the process was suspended) and `fence`, a handler that refuses writes after the lease is lost. A write that was sent
 * just before can still be applied: writes should carry a resourceVersion or uid.
 */
export {
  createLeaseElection,
  type LeaseElection,
  type LeaseElectionOptions,
  type LeaseTimes,
} from './lease-election.ts';
export type { Leadership } from './lease-term.ts';
