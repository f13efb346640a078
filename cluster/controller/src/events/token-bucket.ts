/** How large a bucket is, and how it fills. Times are milliseconds of a monotonic clock. */
export interface TokenBucketOptions {
  /** How many tokens it holds; it begins full. */
  readonly burst: number;
  /** How long one more token takes. */
  readonly refillMs: number;
  readonly now: number;
}

/** Tokens that are saved up while none is taken, up to a limit. */
export class TokenBucket {
  readonly #burst: number;
  readonly #refillMs: number;
  #tokens: number;
  #at: number;

  constructor({ burst, refillMs, now }: TokenBucketOptions) {
    this.#burst = burst;
    this.#refillMs = refillMs;
    this.#tokens = burst;
    this.#at = now;
  }

  /** Whether there is a token besides those that are to stay. */
  has(now: number, reserve = 0): boolean {
    this.#tokens = Math.min(this.#burst, this.#tokens + (now - this.#at) / this.#refillMs);
    this.#at = now;
    return this.#tokens >= reserve + 1;
  }

  /** Takes a token if there is one. */
  take(now: number): boolean {
    const has = this.has(now);
    if (has) this.#tokens -= 1;
    return has;
  }
}
