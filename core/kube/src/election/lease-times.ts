import { TerminalError } from '@kubemin/base';

/** How long a lease lasts and how it is kept. */
export interface LeaseTimes {
  /** For so long nobody else takes a lease that is not renewed. @default 15 s */
  readonly leaseDurationMs: number;
  /** A leader that could not renew for so long stops acting; what is left of the duration is for what is under way. @default 10 s */
  readonly renewDeadlineMs: number;
  /** How often a leader renews and a candidate looks. @default 2 s */
  readonly retryPeriodMs: number;
}

/** The times with their defaults. Throws when a leader could act on after others may have taken its lease. */
export function leaseTimes(given: Partial<LeaseTimes>): LeaseTimes {
  const { leaseDurationMs = 15_000, renewDeadlineMs = 10_000, retryPeriodMs = 2_000 } = given;
  if (retryPeriodMs > 0 && retryPeriodMs < renewDeadlineMs && renewDeadlineMs < leaseDurationMs) {
    return { leaseDurationMs, renewDeadlineMs, retryPeriodMs };
  }
  throw new TerminalError(
    `a lease of ${leaseDurationMs} ms, a renew deadline of ${renewDeadlineMs} ms and a retry period of ${retryPeriodMs} ms do not fit: each must be longer than the next, and all longer than 0`,
    { code: 'LEASE_TIMES_INVALID' },
  );
}
