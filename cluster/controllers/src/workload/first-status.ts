import type { Clock } from '@kubemin/base';
import type { KubeObject } from '@kubemin/kubeapi';

/** How long a first status may be kept back. */
export interface FirstStatusOptions {
  readonly clock: Clock;
  readonly periodMs: number;
}

/** An object whose controller says in its status what it has seen. */
export interface Observed extends KubeObject {
  readonly status?: { readonly observedGeneration?: number };
}

/** After so many periods everybody has come back, and whoever has not is gone. */
const PERIODS_REMEMBERED = 100;

/**
 * Keeps the first status of new objects back for a moment. Most have everything they ask for shortly after: their first
 * status then says that at once, instead of being the first of several that each are written, told and looked at.
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

  /** For how long the status of this object is to be kept back still; whoever is told so has to look again then. */
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
  isKept({ metadata: { uid = '' } }: Observed): boolean {
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
