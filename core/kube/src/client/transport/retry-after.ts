import type { Clock, Random } from '@kubemin/base';
import { type ApiHandler, type ApiResponse, isStatus } from '@kubemin/kubeapi';

/** How patient to be. */
export interface RetryOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** After which the error response is returned. @default 10 */
  readonly maxRetries?: number | undefined;
}

/** Up to this part of the time is added, so that clients that were rejected together do not return together. */
const JITTER = 0.25;

/**
 * Retries as a busy server asks for: an error response (429 or 5xx) with a Retry-After is followed by the same request
 * after that time. Such a refusal is given before anything was done, so this is safe for writes.
 */
export function retryingHandler(handler: ApiHandler, options: RetryOptions): ApiHandler {
  const { clock, random, maxRetries = 10 } = options;
  return async (request) => {
    for (let retry = 0; ; retry += 1) {
      const response = await handler(request);
      const seconds = retryAfterSeconds(response);
      if (seconds === undefined || retry >= maxRetries) return response;
      await clock.sleep(seconds * 1000 * (1 + JITTER * random.next()), request.signal);
      request.signal?.throwIfAborted();
    }
  };
}

/** When a refusal wants to be asked again: by its header or, where nothing carries headers, by its Status. */
export function retryAfterSeconds(response: ApiResponse): number | undefined {
  if (response.status !== 429 && response.status < 500) return undefined;
  const header = Number(response.headers['retry-after'] ?? Number.NaN);
  if (Number.isFinite(header) && header >= 0) return header;
  const body = response.kind === 'object' ? response.object : undefined;
  return isStatus(body) ? body.details?.retryAfterSeconds : undefined;
}
