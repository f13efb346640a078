import type { Clock } from '@kubemin/base';
import type { KubeObject } from '@kubemin/kubeapi';

/** How long a first status may be kept back. */
export interface FirstStatusOptions {
  readonly clock: Clock;
  readonly periodMs: number;
}

/** An object whose controller reports the observed generation in its status. */
export interface Observed extends KubeObject {
  readonly status?: { readonly observedGeneration?: number };
}

/** After this many periods an object that was not reconciled again is gone. */
const PERIODS_REMEMBERED = 100;

/**
 * Keeps the first status of new objects back for a moment. Most have everything they ask for shortly after: their first
 * status then has that at once, instead of being the first of several that each are written, watched and reconciled.
 */
export class FirstStatus {
  readonly #clock: Clock;
  readonly #periodMs: number;
  /** By uid, since when it is kept back; the oldest first. */
  readonly #since = new Map<string, number>();

  constructor({ clock, periodMs }: FirstStatusOptions) {
    this.#clock = clock;
    this.#periodMs = periodMs;
  }

  /** How long the status of this object is still delayed; the caller has to reconcile again then. */
  waitMs({ metadata: { uid = '' }, status }: Observed): number | undefined {
    if (status?.observedGeneration !== undefined) {
      this.#since.delete(uid);
      return undefined;
    }
    const now = this.#clock.monotonic();
    const since = this.#since.get(uid) ?? this.#begin(uid, now);
    const left = since + this.#periodMs - now;
    return left > 0 ? left : undefined;
  }

  /** Whether the status of this object was kept back before. */
  isDelayed({ metadata: { uid = '' } }: Observed): boolean {
    return this.#since.has(uid);
  }

  #begin(uid: string, now: number): number {
    for (const [other, since] of this.#since) {
      if (since + this.#periodMs * PERIODS_REMEMBERED > now) break;
      this.#since.delete(other);
    }
    this.#since.set(uid, now);
    return now;
  }
}
