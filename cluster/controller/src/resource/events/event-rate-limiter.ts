import type { Clock } from '@kubemin/base';
import type { RecordedEvent } from './event-recorder.ts';

/** The limits of a rate limiter. */
export interface EventRateLimiterOptions {
  readonly clock: Clock;
  /** Sustained rate of all events together. @default 200 */
  readonly perSecond?: number;
  /** Burst of all events together. @default 1000 */
  readonly burst?: number;
}

const PER_SECOND = 200;
const BURST = 1000;
/** The share of the burst that is reserved for warnings. */
const WARNING_RESERVE = 0.2;
/** As in Kubernetes: the burst of one source about one object, and the time until the next event is allowed. */
const OBJECT_BURST = 25;
const OBJECT_REFILL_MS = 5 * 60_000;
/** How many objects are tracked; the least recently used is dropped. */
const MAX_OBJECTS = 4096;

/**
 * Decides which events are written. Writing an event costs as much as the work that it reports, so under load it must be
 * limited. One object cannot use up the limit of all objects, and warnings have a reserve.
 */
export class EventRateLimiter {
  readonly #clock: Clock;
  readonly #total: TokenBucket;
  readonly #reserve: number;
  /** By source and object, least recently used first. */
  readonly #byObject = new Map<string, TokenBucket>();

  constructor({ clock, perSecond = PER_SECOND, burst = BURST }: EventRateLimiterOptions) {
    this.#clock = clock;
    this.#total = new TokenBucket({ burst, refillMs: 1000 / perSecond, now: clock.monotonic() });
    this.#reserve = burst * WARNING_RESERVE;
  }

  /** Whether the event may be written; if so, it is counted. */
  allow(source: string, type: RecordedEvent['type']): boolean {
    const now = this.#clock.monotonic();
    const objectBucket = this.#objectBucket(source, now);
    const reserve = type === 'Warning' ? 0 : this.#reserve;
    return objectBucket.has(now) && this.#total.has(now, reserve) && this.#total.take(now) && objectBucket.take(now);
  }

  #objectBucket(source: string, now: number): TokenBucket {
    const known = this.#byObject.get(source);
    const bucket = known ?? new TokenBucket({ burst: OBJECT_BURST, refillMs: OBJECT_REFILL_MS, now });
    this.#byObject.delete(source);
    this.#byObject.set(source, bucket);
    for (const oldest of this.#byObject.keys()) {
      if (this.#byObject.size <= MAX_OBJECTS) break;
      this.#byObject.delete(oldest);
    }
    return bucket;
  }
}

/** Size and refill of a bucket. Times are milliseconds of a monotonic clock. */
interface TokenBucketOptions {
  /** The largest number of tokens; it starts full. */
  readonly burst: number;
  /** Time until one token is added. */
  readonly refillMs: number;
  readonly now: number;
}

/** A token bucket. */
class TokenBucket {
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

  /** Whether there is a token besides the reserve. */
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
