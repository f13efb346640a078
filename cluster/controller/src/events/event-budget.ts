import type { Clock } from '@kubemin/base';
import type { RecordedEvent } from './event-recorder.ts';

/** How much may be said. */
export interface EventRateLimiterOptions {
  readonly clock: Clock;
  /** Of all events together, over a longer time. @default 200 */
  readonly perSecond?: number;
  /** Of all events together, in one go after silence. @default 1000 */
  readonly burst?: number;
}

const PER_SECOND = 200;
const BURST = 1000;
/** Of what may be said in one go, so much is kept for warnings. */
const WARNING_RESERVE = 0.2;
/** As Kubernetes does: what one source says of one object in one go, and how much time has to pass for each more. */
const OBJECT_BURST = 25;
const OBJECT_REFILL_MS = 5 * 60_000;
/** Of so many objects is remembered how much was said. */
const MAX_OBJECTS = 4096;

/**
 * Decides which events are written. An event costs as much as the work it tells of: in a storm of work, telling all of
 * it would take half of the time. One object can't use up what is meant for all, and warnings come through longest.
 */
export class EventRateLimiter {
  readonly #clock: Clock;
  readonly #total: TokenBucket;
  readonly #reserve: number;
  /** By source and object; those of which something was said last at the end. */
  readonly #byObject = new Map<string, TokenBucket>();

  constructor({ clock, perSecond = PER_SECOND, burst = BURST }: EventRateLimiterOptions) {
    this.#clock = clock;
    this.#total = new TokenBucket({ burst, refillMs: 1000 / perSecond, now: clock.monotonic() });
    this.#reserve = burst * WARNING_RESERVE;
  }

  /** Whether this may be said; if so it counts as said. */
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

/** How large a bucket is, and how it fills. Times are milliseconds of a monotonic clock. */
interface TokenBucketOptions {
  /** How many tokens it holds; it begins full. */
  readonly burst: number;
  /** How long one more token takes. */
  readonly refillMs: number;
  readonly now: number;
}

/** Tokens that are saved up while none is taken, up to a limit. */
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
