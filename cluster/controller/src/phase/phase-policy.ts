import type { BackoffOptions } from '@kubemin/base';

/** How patient a machine is in one phase. */
export interface PhasePolicy {
  /** Failures in a row after which the phase has failed for good. @default 5 */
  readonly maxAttempts?: number;
  /** @default 1 s doubling to 5 min */
  readonly backoff?: BackoffOptions;
  /** For the whole phase, from its start. @default no limit */
  readonly timeoutMs?: number;
}
