/**
 * Leader election by Lease objects. At most one candidate believes to lead, provided clocks run at the same speed.
 */
export {
  createLeaseElection,
  type LeaseElection,
  type LeaseElectionOptions,
  type LeaseTimes,
} from './lease-election.ts';
export type { Leadership } from './lease-term.ts';
