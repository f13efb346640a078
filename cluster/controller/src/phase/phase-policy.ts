import type { BackoffOptions } from '@kubemin/base';

/** Retries and timeout of a phase. */
export interface PhasePolicy {
  /** Consecutive non-fatal failures after which the phase has failed. @default 5 */
  readonly maxAttempts?: number;
  /** The delay before the next attempt. @default from 1 s, doubling, to 5 min */
  readonly backoff?: BackoffOptions;
  /** How long the phase may take from its start, including pauses. @default no limit */
  readonly timeoutMs?: number;
}

/** A policy with its required values. */
export type CompletePolicy = PhasePolicy & Required<Pick<PhasePolicy, 'maxAttempts' | 'backoff'>>;

/** The defaults of policies. */
export const DEFAULT_POLICY: CompletePolicy = { maxAttempts: 5, backoff: { minMs: 1000, maxMs: 300_000 } };
