import type { Clock } from '@kubemin/base';

/** One moment, on both clocks. */
export interface Moment {
  readonly wall: number;
  readonly steady: number;
}

/** Now. */
export function momentOf(clock: Clock): Moment {
  return { wall: clock.now(), steady: clock.monotonic() };
}

/**
 * The most time that may have passed since. The steady clock stands still while the machine sleeps, the wall clock may
 * be set back: whichever says more is believed. For giving something up in time, never for taking it from others.
 */
export function mostElapsed(since: Moment, clock: Clock): number {
  return Math.max(clock.monotonic() - since.steady, clock.now() - since.wall);
}

/** The least time that has surely passed since. For taking something from others, never for giving it up. */
export function leastElapsed(since: Moment, clock: Clock): number {
  return clock.monotonic() - since.steady;
}
