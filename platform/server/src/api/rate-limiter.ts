import type { Clock } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { accountMessages } from '../messages/index.ts';
import { ApiError } from './api-error.ts';

export interface RateLimit {
  /** How many a second, in the long run. */
  readonly perSecond: number;
  /** How many at once, by a sender that has been idle. */
  readonly burst: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** Limit of the keys that are remembered; beyond it, the one that has been idle longest is dropped. */
const MAX_KEYS = 10_000;

/** Token buckets, one for each key, in bounded memory. */
export class RateLimiter {
  readonly #limit: RateLimit;
  readonly #clock: Clock;
  /** In the order of the last use: the quietest first. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(limit: RateLimit, clock: Clock) {
    this.#limit = limit;
    this.#clock = clock;
  }

  /** Takes one token; returns how many milliseconds to wait when there is none, and 0 when there was. */
  take(key: string): number {
    const wait = this.wait(key);
    if (wait > 0) return wait;
    const bucket = this.#filled(key);
    this.#buckets.delete(key);
    this.#buckets.set(key, { ...bucket, tokens: bucket.tokens - 1 });
    const [quietest] = this.#buckets.keys();
    if (this.#buckets.size > MAX_KEYS && quietest !== undefined) this.#buckets.delete(quietest);
    return 0;
  }

  /** Gives back what was taken for something that does not count. */
  giveBack(key: string): void {
    const bucket = this.#buckets.get(key);
    if (bucket !== undefined) this.#buckets.set(key, { ...bucket, tokens: bucket.tokens + 1 });
  }

  /** How many milliseconds there would be to wait; takes nothing. */
  wait(key: string): number {
    const { tokens } = this.#filled(key);
    return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) / this.#limit.perSecond) * 1_000);
  }

  #filled(key: string): Bucket {
    const { perSecond, burst } = this.#limit;
    const now = this.#clock.monotonic();
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) return { tokens: burst, at: now };
    const tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1_000) * perSecond);
    return { tokens, at: now };
  }
}

/** Thrown when a caller exceeds a rate limit. */
export class RateLimited extends ApiError {
  readonly retryAfterSeconds: number;

  constructor(reason: Message, waitMs: number) {
    const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
    super('RATE_LIMITED', accountMessages.retryAfter({ reason, seconds }));
    this.retryAfterSeconds = seconds;
  }
}
