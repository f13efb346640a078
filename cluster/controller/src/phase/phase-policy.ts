import type { BackoffOptions } from '@kubemin/base';

/** How patient a machine is with a phase. */
export interface PhasePolicy {
  /** Failures in a row, not fatal by themselves, after which the phase has failed. @default 5 */
  readonly maxAttempts?: number;
  /** The pause before the next try. @default from 1 s, doubling, to 5 min */
  readonly backoff?: BackoffOptions;
  /** How long the phase may take from its start, pauses included. @default for ever */
  readonly timeoutMs?: number;
}

/** A policy that has an answer to everything it must. */
export type CompletePolicy = PhasePolicy & Required<Pick<PhasePolicy, 'maxAttempts' | 'backoff'>>;

/** What holds where a policy says nothing. */
export const DEFAULT_POLICY: CompletePolicy = { maxAttempts: 5, backoff: { minMs: 1000, maxMs: 300_000 } };
