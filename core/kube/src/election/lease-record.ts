import type { Lease, LeaseSpec } from '@kubemin/kubeapi/types/coordination.v1';

/** Who takes or keeps a lease. */
export interface Holder {
  readonly identity: string;
  readonly leaseDurationMs: number;
  /** Milliseconds since the epoch; for people, no decision depends on it. */
  readonly now: number;
}

/** The lease as its new holder writes it; the number of transitions counts terms, so each taking is one, even back from oneself. */
export function acquiredLeaseSpec(lease: Lease | undefined, { identity, leaseDurationMs, now }: Holder): LeaseSpec {
  const before = lease?.spec?.leaseTransitions;
  return {
    holderIdentity: identity,
    leaseDurationSeconds: Math.ceil(leaseDurationMs / 1000),
    acquireTime: microTime(now),
    renewTime: microTime(now),
    leaseTransitions: before === undefined ? 0 : before + 1,
  };
}

/** The lease as its holder renews it. */
export function renewedLeaseSpec({ spec }: Lease, now: number): LeaseSpec {
  return { ...spec, renewTime: microTime(now) };
}

/** The lease as its holder releases it: any candidate may take it at once. */
export function releasedLeaseSpec({ spec }: Lease, now: number): LeaseSpec {
  const { holderIdentity: _holder, ...rest } = spec ?? {};
  return { ...rest, leaseDurationSeconds: 1, renewTime: microTime(now) };
}

/** How long the holder of a lease may rely on it without renewing. */
export function leaseDurationMs({ spec }: Lease, otherwise: number): number {
  return spec?.leaseDurationSeconds === undefined ? otherwise : spec.leaseDurationSeconds * 1000;
}

/** Leases are stamped with microseconds, and API servers insist on all six digits. */
function microTime(now: number): string {
  return new Date(now).toISOString().replace('Z', '000Z');
}
