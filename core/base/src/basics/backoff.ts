import type { Random } from './random.ts';

export interface BackoffOptions {
  readonly minMs: number;
  readonly maxMs: number;
}

/**
 * How long to wait before attempt number `attempt` (0 = first retry): doubling from min to max, with "equal jitter",
 * so that many clients that failed together do not retry together, and no client retries at once.
 */
export function backoffDelay(options: BackoffOptions, attempt: number, random: Random): number {
  const ceiling = Math.min(options.maxMs, options.minMs * 2 ** Math.min(attempt, 30));
  return ceiling / 2 + (random.next() * ceiling) / 2;
}
