import type { Clock } from '@kubemin/base';
import type { ApiHandler } from '@kubemin/kubeapi';

/** How much may be asked of a server. */
export interface RateLimitOptions {
  /** Requests a second, in the long run. */
  readonly qps: number;
  /** Requests at once, after a quiet time. */
  readonly burst: number;
  readonly clock: Clock;
}

/** Spares a server: requests beyond the rate wait for their turn, in order. One that is given up while it waits is never sent. */
export function rateLimitedHandler(handler: ApiHandler, { qps, burst, clock }: RateLimitOptions): ApiHandler {
  let tokens = burst;
  let countedAt = clock.monotonic();
  return async (request) => {
    const now = clock.monotonic();
    tokens = Math.min(burst, tokens + ((now - countedAt) * qps) / 1_000) - 1;
    countedAt = now;
    // Below zero, turns are taken that are yet to come.
    if (tokens < 0) await clock.sleep((-tokens * 1_000) / qps, request.signal);
    request.signal?.throwIfAborted();
    return handler(request);
  };
}
